import { listTypes } from '../shared/list-types.ts';
import { settingsChangesList } from './settings-changes.list.ts';
import { SettingsFailureEnum, SettingsRecordStatusEnum } from './settings-record.types.ts';

/** The arguments and the filter of the list of settings changes, which their summary takes too. */
export const { Args: SettingsChangesArgs, Where: SettingsChangesWhere } = listTypes(
  'SettingsChanges',
  settingsChangesList,
  { enums: { status: SettingsRecordStatusEnum, failure: SettingsFailureEnum } },
);
