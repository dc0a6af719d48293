import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, FieldResolver, Info, Int, Resolver, Root } from 'type-graphql';
import { Machine } from '../machines/machine.entity.ts';
import { pressureKindOf, PressureKindEnum, type PressureKind } from '../machines/machines-pressure.ts';
import { Patient } from '../patients/patient.entity.ts';
import type { Context } from '../shared/context.ts';
import { DateScalar } from '../shared/scalars.ts';
import { ByKeyOf } from '../shared/marks.ts';
import { selectedFields } from '../shared/selection.ts';
import { UsageNight } from './usage-night.entity.ts';
import { proposalsOfMachines } from './usage-proposals.service.ts';
import { NightDateProposal } from './usage-proposals.types.ts';
import {
  correctedOf,
  minutesOfLastNights,
  nightsOfPatient,
  serialOfNight,
  type NightProperty,
} from './usage.service.ts';

const FROM = { description: 'First night of the range.' };
const TO = { description: 'Last night of the range, at most 1,100 days with the first.' };

/** What the fields of a night are made of that are no property of the same name. */
const MADE_OF: Record<string, NightProperty[]> = {
  corrected: ['usageDate', 'night'],
  databaseId: ['id'],
  date: ['usageDate'],
  driftMinutes: ['driftSeconds'],
  effective: ['overruled', 'state'],
  machine: ['machineId'],
  patient: ['patientId'],
  pressureKind: ['machineId'],
  readings: ['machineId', 'usageDate'],
  recordedDate: ['night'],
  serial: ['machineId'],
  sourcesDiffer: ['machineId', 'usageDate'],
};
const propertiesOf = (fields: readonly string[]) =>
  fields.flatMap((field) => MADE_OF[field] ?? (field as NightProperty));

@Resolver(() => Patient)
export class PatientNightsResolver {
  @FieldResolver(() => [UsageNight], {
    description:
      'Nights of use in a range of dates, oldest first. A date has one row for each device and source that reported it; the effective rows count. A date without a row has no data, which is not zero use.',
  })
  @ByKeyOf('patient')
  nights(
    @Root() { id }: Patient,
    @Arg('from', () => DateScalar, FROM) from: string,
    @Arg('to', () => DateScalar, TO) to: string,
    @Ctx() ctx: Context,
    @Info() info: GraphQLResolveInfo,
  ): Promise<UsageNight[]> {
    return nightsOfPatient(ctx, id, { from, to }, propertiesOf(selectedFields(info)));
  }

  @FieldResolver(() => Int, {
    description: 'Number of the nights of the range that count by a corrected date. Every report shows it.',
  })
  @ByKeyOf('patient')
  async correctedNights(
    @Root() { id }: Patient,
    @Arg('from', () => DateScalar, FROM) from: string,
    @Arg('to', () => DateScalar, TO) to: string,
    @Ctx() ctx: Context,
  ): Promise<number> {
    return correctedOf(await nightsOfPatient(ctx, id, { from, to }, propertiesOf(['effective', 'corrected'])));
  }

  @FieldResolver(() => Int, {
    nullable: true,
    description:
      'Minutes of use of the night of lastReport, of all rows that count; null without a night, and when none of its rows counts.',
  })
  lastNightMinutes(@Root() { id }: Patient, @Ctx() ctx: Context): Promise<number | null> {
    return ctx.loader(minutesOfLastNights).load(id);
  }
}

@Resolver(() => UsageNight)
export class UsageNightResolver {
  @FieldResolver(() => String, {
    nullable: true,
    description: 'Serial number of the device; null when the viewer may not see the device.',
  })
  serial(@Root() night: UsageNight, @Ctx() ctx: Context): Promise<string | null> {
    return serialOfNight(ctx, night);
  }

  @FieldResolver(() => PressureKindEnum, {
    nullable: true,
    description: 'Kind of `pressure` and `p95`, by the model; null when the viewer may not see the device.',
  })
  pressureKind(@Root() { machineId }: UsageNight, @Ctx() ctx: Context): Promise<PressureKind | null> {
    return pressureKindOf(ctx, machineId);
  }
}

@Resolver(() => Machine)
export class MachineDateProposalsResolver {
  @FieldResolver(() => [NightDateProposal], {
    description:
      'Corrections of dates that the clock of the device suggests, oldest first. A correction ends its proposal.',
  })
  async dateProposals(@Root() { id }: Machine, @Ctx() ctx: Context): Promise<NightDateProposal[]> {
    return (await ctx.loader(proposalsOfMachines).load(id)).map((proposal) => new NightDateProposal(proposal));
  }
}
