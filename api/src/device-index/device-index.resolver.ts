import { Args, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import { DeviceHistory } from '../device-history/device-history.entity.ts';
import { connectionOf, type ConnectionShape, type ListArgs } from '../shared/connection.ts';
import type { Context } from '../shared/context.ts';
import { DevicesArgs } from './device-index-list.types.ts';
import type { SettingsState } from './device-index.list.rules.ts';
import { listDevices, settingsStateOf } from './device-index.service.ts';
import { SettingsStateEnum } from './device-index.types.ts';

const DeviceHistoryConnection = connectionOf(DeviceHistory, 'DeviceHistory');

@Resolver(() => DeviceHistory)
export class DeviceIndexResolver {
  @Query(() => DeviceHistoryConnection, {
    description:
      'Every current and past device of the patients that the viewer may see; search matches serial and patient.',
  })
  devices(@Args(() => DevicesArgs) args: ListArgs, @Ctx() ctx: Context): Promise<ConnectionShape<DeviceHistory>> {
    return listDevices(ctx, args);
  }

  @FieldResolver(() => SettingsStateEnum, {
    description: 'A change that the device has not applied; without one, the settings that it uses.',
  })
  settingsState(@Root() history: DeviceHistory, @Ctx() ctx: Context): Promise<SettingsState> {
    return settingsStateOf(ctx, history);
  }
}
