import { hasWord } from '../shared/list-text.ts';
import { listColumns, type ListDefinition } from '../shared/list.ts';
import { HandOff } from './hand-off.entity.ts';
import { HAND_OFF_KINDS, HAND_OFF_SIDES, HAND_OFF_STATES, handOffFilters } from './hand-offs.list.rules.ts';

/** The requests of an organization. The search matches the serial number and the family name that were typed. */
export const handOffsList: ListDefinition<HandOff> = {
  entity: HandOff,
  columns: listColumns(handOffFilters, {
    id: { property: 'id', sortBy: 'id' },
    side: { property: 'side', choices: HAND_OFF_SIDES },
    kind: { property: 'kind', choices: HAND_OFF_KINDS },
    state: { property: 'state', meaning: 'State of the request.', choices: HAND_OFF_STATES },
    serial: { property: 'serial', code: 'serial' },
    created: { property: 'createdAt' },
  }),
  search: (word) => hasWord(['serial', 'lastName'], word),
  defaultOrder: 'id',
  maxPage: 100,
};
