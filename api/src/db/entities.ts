import type { EntityClass } from '@mikro-orm/core';
import { found } from '../folders/entity.ts';

/** Every mapped table: those of the `*.entity.ts` of the features. */
export const entities: EntityClass<object>[] = found;
