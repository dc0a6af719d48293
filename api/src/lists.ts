import { exportsOf } from './shared/by-folder.ts';
import type { AnyList } from './shared/list.ts';

const found = await exportsOf<AnyList<object>>(
  'list',
  (value, name) => name.endsWith('List') && typeof value === 'object',
);

/** Every list, by the name of its constant without `List`: those of the `*.list.ts` of the features. Another one is not served. */
export const lists: Record<string, AnyList<object>> = Object.fromEntries(
  found.map(([name, list]) => [name.slice(0, -'List'.length), list]).sort(([a], [b]) => (a! < b! ? -1 : 1)),
);
