import { Arg, Ctx, FieldResolver, ID, Int, Resolver, Root } from 'type-graphql';
import { DeviceHistory } from '../device-history/device-history.entity.ts';
import { organizationsById } from '../organizations/organizations.service.ts';
import { Patient } from '../patients/patient.entity.ts';
import type { Context } from '../shared/context.ts';
import { rowId } from '../shared/node.ts';
import type { EditAllowed } from './device-settings-edit-allowed.ts';
import { canChangeSettings, canEditSettings } from './device-settings.policy.ts';
import {
  currentSettingsOf,
  deliveredSettingsOf,
  deviceOfPatient,
  editAllowedOf,
  pendingSettingsOf,
  settingsCounts,
} from './device-settings.service.ts';
import { pageOfHistory, settingNamesOf } from './settings-history.service.ts';
import { SettingsHistory } from './settings-history.types.ts';
import { historyLabels, historyRow } from './settings-history.view.ts';
import { editStateOf, settingsVersionOf } from './settings-form.service.ts';
import { EditAllowedEnum, SettingsForm } from './settings-form.types.ts';
import { formView } from './settings-form.view.ts';
import { editNotice } from './settings-record.texts.ts';
import { SettingsRecord } from './settings-record.entity.ts';
import { VersionScalar } from '../shared/versioned.ts';

@Resolver(() => DeviceHistory)
export class DeviceSettingsResolver {
  @FieldResolver(() => Int, {
    description: 'Number of settings records of this assignment; the history is offered when it is above 0.',
  })
  historySize(@Root() history: DeviceHistory, @Ctx() ctx: Context): Promise<number> {
    return ctx.loader(settingsCounts).load(history.id);
  }

  @FieldResolver(() => SettingsRecord, {
    nullable: true,
    description: 'The settings that the device uses, as last reported; null when none are known.',
  })
  currentSettings(@Root() history: DeviceHistory, @Ctx() ctx: Context): Promise<SettingsRecord | null> {
    return ctx.loader(currentSettingsOf).load(history.id);
  }

  @FieldResolver(() => SettingsRecord, {
    nullable: true,
    description:
      'The last submitted change if the device has not applied it: pending, failed or replaced; null otherwise, and when it was dismissed.',
  })
  pendingSettings(@Root() history: DeviceHistory, @Ctx() ctx: Context): Promise<SettingsRecord | null> {
    return ctx.loader(pendingSettingsOf).load(history.id);
  }

  @FieldResolver(() => SettingsRecord, {
    nullable: true,
    description:
      'The last change that the device applied, for 24 hours from its answer (answeredAt); null otherwise. With the status DELIVERED the device uses other values by now.',
  })
  deliveredSettings(@Root() history: DeviceHistory, @Ctx() ctx: Context): Promise<SettingsRecord | null> {
    return ctx.loader(deliveredSettingsOf).load(history.id);
  }

  @FieldResolver(() => VersionScalar, {
    description: 'Version of the current settings and the pending change, as input of resendSettings.',
  })
  settingsVersion(@Root() history: DeviceHistory, @Ctx() ctx: Context): Promise<string> {
    return settingsVersionOf(ctx, history.id);
  }

  @FieldResolver(() => SettingsHistory, { description: 'Collected and submitted settings over time, newest first.' })
  async settingsHistory(
    @Root() history: DeviceHistory,
    @Ctx() ctx: Context,
    @Arg('first', () => Int, { nullable: true, description: 'Number of rows per page, at most 200; 100 when omitted.' })
    first?: number | null,
    @Arg('after', () => ID, { nullable: true, description: 'Id of the last row of the previous page.' })
    after?: string | null,
  ): Promise<SettingsHistory> {
    const [page, names] = await Promise.all([
      pageOfHistory(ctx, history.id, first ?? undefined, after ?? undefined),
      ctx.loader(settingNamesOf).load(history.id),
    ]);
    return {
      labels: historyLabels(names, ctx.locale),
      rows: page.rows.map((row) => historyRow(row, ctx.locale)),
      hasMore: page.hasMore,
    };
  }

  @FieldResolver(() => SettingsForm, { description: 'The data of the settings page.' })
  async settingsForm(@Root() history: DeviceHistory, @Ctx() ctx: Context): Promise<SettingsForm> {
    const [state, editAllowed, viewerCanEditSettings] = await Promise.all([
      editStateOf(ctx, history),
      ctx.loader(editAllowedOf).load(history),
      this.viewerCanEditSettings(history, ctx),
    ]);
    return {
      ...formView(state, ctx.locale),
      editAllowed,
      editNotice: editNotice(editAllowed, ctx.locale),
      viewerCanEditSettings,
    };
  }

  @FieldResolver(() => EditAllowedEnum, { description: 'PASS when settings can be changed, or the reason why not.' })
  editAllowed(@Root() history: DeviceHistory, @Ctx() ctx: Context): Promise<EditAllowed> {
    return ctx.loader(editAllowedOf).load(history);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: "Text of the warning or notice for editAllowed, in the viewer's language; null for PASS.",
  })
  async editNotice(@Root() history: DeviceHistory, @Ctx() ctx: Context): Promise<string | null> {
    return editNotice(await ctx.loader(editAllowedOf).load(history), ctx.locale);
  }

  @FieldResolver(() => Boolean, { description: 'True when the viewer may edit or add settings.' })
  async viewerCanEditSettings(@Root() history: DeviceHistory, @Ctx() ctx: Context): Promise<boolean> {
    return canEditSettings(ctx.viewer, history, await ctx.loader(organizationsById).load(history.orgId));
  }

  @FieldResolver(() => Boolean, {
    description: 'True when the viewer may dismiss a change that was not delivered, also of an ended assignment.',
  })
  async viewerCanDismissSettings(@Root() history: DeviceHistory, @Ctx() ctx: Context): Promise<boolean> {
    return canChangeSettings(ctx.viewer, history, await ctx.loader(organizationsById).load(history.orgId));
  }
}

@Resolver(() => Patient)
export class PatientDeviceResolver {
  @FieldResolver(() => DeviceHistory, {
    nullable: true,
    description: "One assignment that the patient has or had; null when it is not one of the patient's.",
  })
  device(
    @Root() patient: Patient,
    @Ctx() ctx: Context,
    @Arg('id', () => ID, { description: 'Global id or integer id of the assignment.' }) id: string,
  ): Promise<DeviceHistory | null> {
    return deviceOfPatient(ctx, patient.id, rowId('DeviceHistory', id));
  }
}
