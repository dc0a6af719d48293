import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { UsageDateForecast } from '../compliance/compliance-forecast.types.ts';
import { Machine } from '../machines/machine.entity.ts';
import { Patient } from '../patients/patient.entity.ts';
import { Payload } from '../shared/payload.ts';
import { DateScalar, DateTimeScalar } from '../shared/scalars.ts';
import type { VoidedTogether } from './night-voids.reads.ts';
import type { RowVersion } from '../shared/conflict.ts';
import { PLAN, Versioned, VersionedInput, VersionScalar } from '../shared/versioned.ts';

@InputType({ description: 'A night of a card.' })
export class ChosenNightInput extends VersionedInput {
  @Field(() => ID, { description: 'Integer id of the night.' })
  id!: string;
}

@InputType({ description: 'Voided nights of cards that count again. Either uploadId or nights is required.' })
export class GiveBackNightsInput extends VersionedInput {
  @Field(() => ID, { description: 'Global id or integer id of the machine.' })
  machineId!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'Global id or integer id of an upload: all of its nights that the viewer may see.',
  })
  uploadId?: string | null;

  @Field(() => [ChosenNightInput], { nullable: true, description: 'The nights, at most 1,000.' })
  nights?: ChosenNightInput[] | null;
}

@InputType({ description: 'Nights of cards that do not count. Either uploadId or nights is required.' })
export class VoidNightsInput extends GiveBackNightsInput {
  @Field(() => String, {
    description: 'Reason of at most 1,000 characters. It is kept with the user and the time.',
  })
  reason!: string;
}

@ObjectType({
  implements: Versioned,
  description: 'A night of a card that would be voided, or restored.',
})
export class ChosenNightType implements Versioned {
  /** Its date, which alone is changed. */
  version!: string;

  @Field(() => String, { description: 'Integer id of the night.' })
  nightId!: string;

  @Field(() => DateScalar, { description: 'Date that counts: the recorded one, or its correction.' })
  date!: string;

  @Field(() => DateScalar, { description: 'Date of the evening as the card has it.' })
  recordedDate!: string;

  @Field(() => Int, { description: 'Minutes of use.' })
  minutes!: number;

  @Field(() => Patient, { nullable: true, description: 'Patient of the night; null for a night of no patient.' })
  patient!: Patient | null;
}

@ObjectType({
  description: 'Every reason why nights would not be voided or restored, or the changes that the act would make.',
})
export class ChosenNightsCheck extends Payload {
  @Field(() => VersionScalar, { nullable: true, description: PLAN })
  version: RowVersion | null = null;

  @Field(() => [ChosenNightType], { description: 'The nights, by date; empty when refused.' })
  nights: ChosenNightType[] = [];

  @Field(() => [UsageDateForecast], { description: 'The patients concerned, by name; empty when refused.' })
  patients: UsageDateForecast[] = [];
}

@ObjectType()
abstract class NightsPayload extends Payload {
  @Field(() => Machine, { nullable: true, description: 'The machine; null when refused.' })
  machine: Machine | null = null;

  @Field(() => String, {
    nullable: true,
    description: "Confirmation of the act, in the viewer's language; null when refused.",
  })
  result: string | null = null;
}

@ObjectType({ description: 'Result of voiding nights of cards.' })
export class VoidNightsPayload extends NightsPayload {}

@ObjectType({ description: 'Result of restoring voided nights.' })
export class GiveBackNightsPayload extends NightsPayload {}

@ObjectType({ description: 'Nights of cards of one device that were voided together and were not restored.' })
export class VoidedNights {
  constructor(readonly voided: VoidedTogether) {}

  @Field(() => Int, { description: 'Number of the nights.' })
  get nights(): number {
    return this.voided.nights;
  }

  @Field(() => DateScalar, { description: 'Date of the first one.' })
  get firstDate(): string {
    return this.voided.firstDate;
  }

  @Field(() => DateScalar, { description: 'Date of the last one.' })
  get lastDate(): string {
    return this.voided.lastDate;
  }

  @Field(() => String, { description: 'Reason for which they do not count.' })
  get reason(): string {
    return this.voided.reason;
  }

  @Field(() => String, { description: 'E-mail address, at that time, of the user who voided them.' })
  get by(): string {
    return this.voided.by;
  }

  @Field(() => DateTimeScalar, { description: 'Time at which they were voided.' })
  get at(): Date {
    return this.voided.at;
  }

  @Field(() => [ID], { description: 'Integer ids of the nights, by date: input of giveBackNights.' })
  get nightIds(): string[] {
    return this.voided.nightIds;
  }
}
