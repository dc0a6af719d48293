import { found } from './folders/list.ts';
import type { AnyList } from './shared/list.ts';

/** Every list, by its name: those of the `*.list.ts` of the features. Another one is not served. */
export const lists: Record<string, AnyList<object>> = found as unknown as Record<string, AnyList<object>>;
