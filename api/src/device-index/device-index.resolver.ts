import { Args, Ctx, FieldResolver, Query, registerEnumType, Resolver, Root } from 'type-graphql';
import { DeviceHistory } from '../device-history/device-history.entity.ts';
import { connectionOf, ListArgs, type ConnectionShape } from '../shared/connection.ts';
import type { Context } from '../shared/context.ts';
import type { SettingsState } from './device-index.list.rules.ts';
import { listDevices, settingsStateOf } from './device-index.service.ts';

const SettingsStateEnum: Record<Uppercase<SettingsState>, SettingsState> = {
  PENDING: 'pending',
  FAILED: 'failed',
  VOID: 'void',
  CURRENT: 'current',
  DEFAULTS: 'defaults',
  NONE: 'none',
};
registerEnumType(SettingsStateEnum, {
  name: 'SettingsState',
  description: 'The state of the settings of a device.',
  valuesConfig: {
    PENDING: { description: 'A change is pending; the device has not applied it.' },
    FAILED: { description: 'The latest change failed; the device has not applied it.' },
    VOID: { description: 'The latest change was replaced or withdrawn; the device has not applied it.' },
    CURRENT: { description: 'The device uses the settings that it reported.' },
    DEFAULTS: { description: 'The device uses its defaults.' },
    NONE: { description: 'No settings are known.' },
  },
});

const DeviceHistoryConnection = connectionOf(DeviceHistory, 'DeviceHistory');

@Resolver(() => DeviceHistory)
export class DeviceIndexResolver {
  @Query(() => DeviceHistoryConnection, {
    description:
      'Every current and past device of the patients that the viewer may see; search matches serial and patient.',
  })
  devices(@Args(() => ListArgs) args: ListArgs, @Ctx() ctx: Context): Promise<ConnectionShape<DeviceHistory>> {
    return listDevices(ctx, args);
  }

  @FieldResolver(() => SettingsStateEnum, {
    description: 'A change that the device has not applied; without one, the settings that it uses.',
  })
  settingsState(@Root() history: DeviceHistory, @Ctx() ctx: Context): Promise<SettingsState> {
    return settingsStateOf(ctx, history);
  }
}
