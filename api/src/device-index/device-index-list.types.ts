import { listTypes } from '../shared/list-types.ts';
import { devicesWithHoldersList } from './device-index.list.ts';
import { SettingsStateEnum } from './device-index.types.ts';

/** The arguments and the filter of the list of devices, which a summary of devices takes too. */
export const { Args: DevicesArgs, Where: DevicesWhere } = listTypes('Devices', devicesWithHoldersList, {
  enums: { settings_state: SettingsStateEnum },
});
