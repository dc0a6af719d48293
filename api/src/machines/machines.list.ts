import { escapeLike, type ListDefinition } from '../shared/list.ts';
import { Machine } from './machine.entity.ts';

/** The machine list: what it may be searched, filtered and sorted by. The search looks into the serial number. */
export const machinesList: ListDefinition<Machine> = {
  entity: Machine,
  columns: {
    id: { property: 'id', type: 'integer', sortBy: 'id' },
    serial: { property: 'serial', type: 'text', sortBy: 'serial' },
    model: { property: 'machineModel.name', type: 'text' },
    provider: { property: 'organization.name', type: 'text' },
  },
  search: (word) => ({ serial: { $ilike: `%${escapeLike(word)}%` } }),
  defaultOrder: 'id',
  maxPage: 500,
};
