import { Args, Ctx, Query, Resolver } from 'type-graphql';
import { connectionOf, type ConnectionShape, type ListArgs } from '../shared/connection.ts';
import type { Context } from '../shared/context.ts';
import { SettingsChangesArgs } from './settings-changes-list.types.ts';
import { listSettingsChanges } from './settings-changes.service.ts';
import { SettingsRecord } from './settings-record.entity.ts';

const SettingsRecordConnection = connectionOf(SettingsRecord, 'SettingsRecord');

@Resolver(() => SettingsRecord)
export class SettingsChangesResolver {
  @Query(() => SettingsRecordConnection, {
    description:
      'Every change of settings that a user submitted for a device of a patient that the viewer may see, newest first: delivered, pending, failed or replaced. Search matches serial and patient.',
  })
  settingsChanges(
    @Args(() => SettingsChangesArgs) args: ListArgs,
    @Ctx() ctx: Context,
  ): Promise<ConnectionShape<SettingsRecord>> {
    return listSettingsChanges(ctx, args);
  }
}
