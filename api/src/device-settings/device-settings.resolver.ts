import { Ctx, Field, FieldResolver, Int, ObjectType, Resolver, Root } from 'type-graphql';
import { DeviceHistory } from '../device-history/device-history.entity.ts';
import { organizationsById } from '../organizations/organizations.service.ts';
import type { Context } from '../shared/context.ts';
import { canEditSettings } from './device-settings.policy.ts';
import { currentSettingsOf, editAllowedOf, pendingSettingsOf, settingsCounts } from './device-settings.service.ts';
import { SettingsRecord } from './settings-record.entity.ts';
import type { SettingsGroup } from './settings.catalogue.ts';
import { shownSettings, STATUS, titleOf } from './settings.record.ts';

@ObjectType({ description: 'One setting of a device.' })
export class SettingsField {
  @Field(() => String, { description: 'Its name; names with _flag hold true or false.' })
  name!: string;

  @Field(() => String, { description: "Its label in the viewer's language." })
  label!: string;

  @Field(() => String, { description: "Its value, ready to be read in the viewer's language." })
  value!: string;

  @Field(() => String, { nullable: true, description: 'The unit of a number.' })
  unit!: string | null;
}

const fields = (record: SettingsRecord, group: SettingsGroup, ctx: Context): SettingsField[] =>
  shownSettings(record.values, group, ctx.locale).map((setting) => ({ ...setting, value: String(setting.value) }));

@Resolver(() => SettingsRecord)
export class SettingsRecordResolver {
  @FieldResolver(() => String, { description: "The status in the viewer's language." })
  title(@Root() record: SettingsRecord, @Ctx() ctx: Context): string {
    return titleOf(record.state, ctx.locale);
  }

  @FieldResolver(() => String, { description: 'Current, Pending Delivery, Failed Delivery, Void/Replaced, Defaults or Delivered; the same in every language.' })
  status(@Root() record: SettingsRecord): string {
    return STATUS[record.state];
  }

  @FieldResolver(() => [SettingsField], { description: 'Therapy settings.' })
  therapy(@Root() record: SettingsRecord, @Ctx() ctx: Context): SettingsField[] {
    return fields(record, 'therapy', ctx);
  }

  @FieldResolver(() => [SettingsField], { description: 'Comfort settings.' })
  comfort(@Root() record: SettingsRecord, @Ctx() ctx: Context): SettingsField[] {
    return fields(record, 'comfort', ctx);
  }

  @FieldResolver(() => [SettingsField], { description: 'Alert settings.' })
  alerts(@Root() record: SettingsRecord, @Ctx() ctx: Context): SettingsField[] {
    return fields(record, 'alerts', ctx);
  }
}

@Resolver(() => DeviceHistory)
export class DeviceSettingsResolver {
  @FieldResolver(() => Int, { description: 'Settings records of this assignment; the history is offered when there are any.' })
  historySize(@Root() history: DeviceHistory, @Ctx() ctx: Context): Promise<number> {
    return ctx.loader(settingsCounts).load(history.id);
  }

  @FieldResolver(() => SettingsRecord, { nullable: true, description: 'What the device runs with as far as it is known; null without any settings.' })
  currentSettings(@Root() history: DeviceHistory, @Ctx() ctx: Context): Promise<SettingsRecord | null> {
    return ctx.loader(currentSettingsOf).load(history.id);
  }

  @FieldResolver(() => SettingsRecord, { nullable: true, description: 'The last submitted change while the device has not taken it over: pending, failed or replaced.' })
  pendingSettings(@Root() history: DeviceHistory, @Ctx() ctx: Context): Promise<SettingsRecord | null> {
    return ctx.loader(pendingSettingsOf).load(history.id);
  }

  @FieldResolver(() => String, {
    description: 'pass; or edit_settings.no_ventilator (a warning, then the settings page); or edit_settings.device_ended, .no_module, .no_pin (a notice).',
  })
  editAllowed(@Root() history: DeviceHistory, @Ctx() ctx: Context): Promise<string> {
    return ctx.loader(editAllowedOf).load(history);
  }

  @FieldResolver(() => Boolean, { description: 'Edit or Add Settings is offered.' })
  async viewerCanEditSettings(@Root() history: DeviceHistory, @Ctx() ctx: Context): Promise<boolean> {
    return canEditSettings(ctx.viewer, history, await ctx.loader(organizationsById).load(history.orgId));
  }
}
