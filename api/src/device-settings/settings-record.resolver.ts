import { Ctx, Field, FieldResolver, ObjectType, Resolver, Root } from 'type-graphql';
import { DeviceHistory } from '../device-history/device-history.entity.ts';
import { Patient } from '../patients/patient.entity.ts';
import type { Context } from '../shared/context.ts';
import { Joined } from '../shared/marks.ts';
import type { SettingsGroup } from './settings-catalog.rules.ts';
import {
  failureTextOf,
  readsAsEdit,
  shownSettings,
  sourceDisplayOf,
  statusKey,
  titleOf,
  type StatusKey,
} from './settings-record.texts.ts';
import { SettingsRecord } from './settings-record.entity.ts';
import { SettingsRecordStatusEnum } from './settings-record.types.ts';

@ObjectType({ description: 'One setting of a device.' })
export class SettingsField {
  @Field(() => String, { description: 'Name of the setting; values of names with _flag are true or false.' })
  name!: string;

  @Field(() => String, { description: "Label of the setting in the viewer's language." })
  label!: string;

  @Field(() => String, { description: "Value as displayed in the viewer's language." })
  value!: string;

  @Field(() => String, { nullable: true, description: 'Unit of a number; null when there is none.' })
  unit!: string | null;
}

const fields = (record: SettingsRecord, group: SettingsGroup, ctx: Context): SettingsField[] =>
  shownSettings(record.values, group, ctx.locale).map((setting) => ({ ...setting, value: String(setting.value) }));

@Resolver(() => SettingsRecord)
export class SettingsRecordResolver {
  @FieldResolver(() => String, { description: "Status in the viewer's language." })
  title(@Root() record: SettingsRecord, @Ctx() ctx: Context): string {
    return titleOf(record, ctx.locale);
  }

  @FieldResolver(() => SettingsRecordStatusEnum, { description: 'Status of the settings.' })
  status(@Root() record: SettingsRecord): StatusKey {
    return statusKey(record);
  }

  @Joined({ relation: 'history' })
  @FieldResolver(() => DeviceHistory, { description: 'The assignment of the device that has the settings.' })
  device(@Root() record: SettingsRecord): Promise<DeviceHistory> {
    return record.history.loadOrFail();
  }

  @FieldResolver(() => Patient, { description: 'The patient of that assignment.' })
  async patient(@Root() record: SettingsRecord): Promise<Patient> {
    return (await record.history.loadOrFail()).patient.loadOrFail();
  }

  @FieldResolver(() => Boolean, {
    description:
      "True for a change submitted by staff and not reported by the device, shown as 'Changes submitted by … on … at …'; any other is shown as 'Collected via {source}'.",
  })
  isEdit(@Root() record: SettingsRecord): boolean {
    return readsAsEdit(record);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: "Source for the text 'Collected via {source}', in the viewer's language.",
  })
  sourceDisplay(@Root() record: SettingsRecord, @Ctx() ctx: Context): string | null {
    return sourceDisplayOf(record, ctx.locale);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      "Reason why the change was not delivered, as a sentence in the viewer's language; null when it did not fail.",
  })
  failureText(@Root() record: SettingsRecord, @Ctx() ctx: Context): string | null {
    return failureTextOf(record, ctx.locale);
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
