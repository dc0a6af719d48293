import { MachineModel } from '../machines/machine.entity.ts';
import { Organization } from '../organizations/organization.entity.ts';
import { sqlOf } from '../shared/list-conditions.ts';
import { inSearchText } from '../shared/list-text.ts';
import { listColumns, type ListDefinition } from '../shared/list.ts';
import { CHANGE_STATUSES, FAILURES, settingsChangeFilters } from './settings-changes.list.rules.ts';
import { SettingsRecord } from './settings-record.entity.ts';

/** A delivered change that the device uses no longer is stored as `past`. */
const inStatus = (row: string, statuses: readonly string[]) =>
  `${row}.status in (${statuses.map((status) => `'${status === 'delivered' ? 'past' : status}'`).join()})`;

/** The changes of settings that users submitted, of the patients that the viewer may see. */
export const settingsChangesList: ListDefinition<SettingsRecord> = {
  entity: SettingsRecord,
  columns: listColumns(settingsChangeFilters, {
    created: { property: 'createdAt', sortBy: 'createdAt' },
    status: {
      property: 'state',
      meaning: 'Status of the change.',
      choices: CHANGE_STATUSES,
      rowsOf: (status, row) => inStatus(row, [status]),
      rowsExcept: (status, row) =>
        inStatus(
          row,
          CHANGE_STATUSES.filter((other) => other !== status),
        ),
    },
    failure: { property: 'failure', choices: FAILURES },
    serial: {
      property: 'indexed.serial',
      code: 'serial',
      searchedIn: 'indexed.searchText',
      meaning: 'Serial number of the machine.',
    },
    model: {
      property: 'indexed.machineModel.name',
      lookup: { entity: MachineModel, key: 'model_id' },
      meaning: 'Name of the model of the machine.',
    },
    patient: {
      property: 'indexed.lastName',
      searchedIn: 'indexed.searchText',
      meaning: 'Family name of the patient.',
    },
    organization: {
      property: 'orgId',
      lookup: { entity: Organization, key: 'org_id' },
      meaning: "Name of the patient's organization.",
    },
  }),
  search: (word) => ({ indexed: inSearchText('searchText', word) }),
  // The row of the device index is joined: with it the database knows from its statistics how many rows the viewer sees.
  where: { $and: [sqlOf((row) => `${row}.is_edit`), { indexed: { serial: { $ne: null } } }] },
  defaultOrder: 'created',
  maxPage: 500,
};
