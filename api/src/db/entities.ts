import { MetadataStorage, type EntityClass } from '@mikro-orm/core';
import { exportsOf } from '../shared/by-folder.ts';

const found = await exportsOf<EntityClass<object>>(
  'entity',
  (value) => typeof value === 'function' && Object.hasOwn(value, MetadataStorage.PATH_SYMBOL), // has the library's decorators
);

/** Every mapped table: those of the `*.entity.ts` of the features. */
export const entities: EntityClass<object>[] = found.map(([, entity]) => entity);
