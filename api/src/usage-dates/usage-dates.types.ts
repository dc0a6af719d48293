import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { UsageDateForecast } from '../compliance/compliance-forecast.types.ts';
import { Machine } from '../machines/machine.entity.ts';
import { Payload } from '../shared/payload.ts';
import { DateScalar } from '../shared/scalars.ts';
import type { NightSource } from '../usage/night-source.rules.ts';
import { UsageNight } from '../usage/usage-night.entity.ts';
import { NightSourceEnum } from '../usage/usage-night.entity.ts';
import { UsageDateChange } from './usage-date-change.entity.ts';
import type { UsageOrder } from './usage-dates.service.ts';
import { VersionedInput } from '../shared/versioned.ts';

const ORDERS: Record<Uppercase<UsageOrder>, UsageOrder> = {
  ID: 'id',
  RECORD_DATE: 'record_date',
  RECORD_NO: 'record_no',
  CREATED: 'created',
  TREAT_MINUTES: 'treat_minutes',
  STATE: 'state',
};
registerEnumType(ORDERS, {
  name: 'UsageRowOrder',
  description: 'A column by which the usage rows of a machine are sorted.',
  valuesConfig: {
    ID: { description: 'The integer id.' },
    RECORD_DATE: { description: 'The current date.' },
    RECORD_NO: { description: 'The record number of the device.' },
    CREATED: { description: 'The time at which the night arrived.' },
    TREAT_MINUTES: { description: 'The minutes of use.' },
    STATE: { description: 'The state of the row.' },
  },
});
export { ORDERS as UsageRowOrderEnum };

/** Where a page of rows is among all of them. */
@ObjectType()
abstract class PlaceOfPage {
  @Field(() => Int, { description: 'Total number of rows.' })
  total!: number;

  @Field(() => Int, { nullable: true, description: 'Position of the first row, from 1. Null for an empty page.' })
  from!: number | null;

  @Field(() => Int, { nullable: true, description: 'Position of the last row, from 1. Null for an empty page.' })
  to!: number | null;
}

@ObjectType({ description: 'One page of the nights of a machine, of patients that the viewer may see.' })
export class MachineUsage extends PlaceOfPage {
  @Field(() => [UsageNight], { description: 'The nights of this page.' })
  rows!: UsageNight[];
}

@ObjectType({ description: 'One page of the date change audit log of a machine, newest first.' })
export class UsageDateChanges extends PlaceOfPage {
  @Field(() => [UsageDateChange], { description: 'The lines of this page.' })
  rows!: UsageDateChange[];
}

@InputType({ description: 'A night and the date that it gets.' })
export class UsageDateChangeInput extends VersionedInput {
  @Field(() => ID, { description: 'Integer id of the night.' })
  id!: string;

  @Field(() => String, { nullable: true, description: 'The new date, YYYY-MM-DD; the night stays when it is null.' })
  newDate?: string | null;
}

@InputType({ description: 'Nights of a machine and source that get other dates.' })
export class ChangeUsageDatesInput {
  @Field(() => ID, { description: 'Global id or integer id of the machine.' })
  machineId!: string;

  @Field(() => NightSourceEnum, { nullable: true, description: 'Source of all the nights.' })
  source?: NightSource | null;

  @Field(() => [UsageDateChangeInput], { description: 'The nights, at most 500.' })
  changes!: UsageDateChangeInput[];
}

@InputType({ description: 'Nights of a machine and source that get back the dates which the device recorded.' })
export class UndoUsageDatesInput {
  @Field(() => ID, { description: 'Global id or integer id of the machine.' })
  machineId!: string;

  @Field(() => NightSourceEnum, { description: 'Source of all the nights.' })
  source!: NightSource;

  @Field(() => [ID], { description: 'Integer ids of the nights, at most 500.' })
  nightIds!: string[];
}

@InputType({ description: 'The newest valid wireless night of a machine.' })
export class ResetRecordNoInput {
  @Field(() => ID, { description: 'Global id or integer id of the machine.' })
  machineId!: string;

  @Field(() => ID, { description: 'Integer id of the night.' })
  nightId!: string;
}

@ObjectType({ description: 'A night that would move.' })
export class UsageDateMove {
  @Field(() => String, { description: 'Integer id of the night.' })
  nightId!: string;

  @Field(() => DateScalar, { description: 'Date before the change.' })
  oldDate!: string;

  @Field(() => DateScalar, { description: 'Corrected date.' })
  newDate!: string;
}

@ObjectType({
  description: 'Every reason why changeUsageDates would refuse the input, or the changes that it would make.',
})
export class ChangeUsageDatesCheck extends Payload {
  @Field(() => [UsageDateMove], { description: 'The nights that would move; empty when refused.' })
  moves: UsageDateMove[] = [];

  @Field(() => [UsageDateForecast], { description: 'The patients concerned, by name; empty when refused.' })
  patients: UsageDateForecast[] = [];
}

@ObjectType({ description: 'Result of moving nights to other dates.' })
export class ChangeUsageDatesPayload extends Payload {
  @Field(() => Machine, { nullable: true, description: 'The machine; null when refused.' })
  machine: Machine | null = null;

  @Field(() => String, {
    nullable: true,
    description: "Confirmation of the act, in the viewer's language; null when refused.",
  })
  result: string | null = null;
}

@ObjectType({ description: 'Result of moving nights back to the dates that the device recorded.' })
export class UndoUsageDatesPayload extends Payload {
  @Field(() => Machine, { nullable: true, description: 'The machine; null when refused.' })
  machine: Machine | null = null;

  @Field(() => String, {
    nullable: true,
    description: "Confirmation of the act, in the viewer's language; null when refused.",
  })
  result: string | null = null;
}

@ObjectType({ description: 'Result of resetting a record number.' })
export class ResetRecordNoPayload extends Payload {
  @Field(() => Machine, { nullable: true, description: 'The machine; null when refused.' })
  machine: Machine | null = null;

  @Field(() => String, {
    nullable: true,
    description: "Confirmation of the act, in the viewer's language; null when refused.",
  })
  result: string | null = null;
}
