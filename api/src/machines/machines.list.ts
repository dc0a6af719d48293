import { escapeLike } from '../shared/list.conditions.ts';
import { columnsOf, type ListDefinition } from '../shared/list.ts';
import { Machine } from './machine.entity.ts';
import { machineFilters } from './machines.list.rules.ts';

/** The machine list: searchable, filterable and sortable columns. The search matches the serial number. */
export const machinesList: ListDefinition<Machine> = {
  entity: Machine,
  columns: columnsOf(machineFilters, {
    id: { property: 'id', sortBy: 'id' },
    serial: { property: 'serial', sortBy: 'serial' },
    model: { property: 'machineModel.name' },
    provider: { property: 'organization.name' },
  }),
  search: (word) => ({ serial: { $ilike: `%${escapeLike(word)}%` } }),
  defaultOrder: 'id',
  maxPage: 500,
  counter: 'machines',
};
