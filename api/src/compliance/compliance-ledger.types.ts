import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import { DateScalar } from '../shared/scalars.ts';
import { NightSourceEnum } from '../usage/usage-night.entity.ts';
import type { Compliance } from './compliance.types.ts';
import type { LedgerNight, LedgerReport, NightState, ReportOutcome } from './compliance-ledger.ts';

const NIGHTS = {
  COMPLIANT: 'compliant',
  SHORT: 'short',
  UNUSED: 'unused',
  FAULT: 'fault',
  MISSING: 'missing',
  EXPECTED: 'expected',
} as const;
registerEnumType(NIGHTS, {
  name: 'ComplianceNightState',
  description: 'State of a night under a rule of use.',
  valuesConfig: {
    COMPLIANT: { description: 'Enough minutes of use.' },
    SHORT: { description: 'Some use, with too few minutes.' },
    UNUSED: { description: 'The device reported no use.' },
    FAULT: { description: 'More than 24 hours: a data fault, not counted.' },
    MISSING: { description: 'No data. Missing data is not zero use.' },
    EXPECTED: { description: 'No data yet; it may still arrive.' },
  },
});

const OUTCOMES = { COUNTED: 'counted', OVERRULED: 'overruled', INVALID: 'invalid' } as const;
registerEnumType(OUTCOMES, {
  name: 'NightReportOutcome',
  description: 'Counted among the minutes of its night, or the reason why not.',
  valuesConfig: {
    COUNTED: { description: 'Its minutes are counted.' },
    OVERRULED: {
      description: 'Not counted: a source of higher priority reported the night (wireless, then SD card, then QR+).',
    },
    INVALID: { description: 'Not counted: the record is not valid.' },
  },
});

@ObjectType({ description: 'Report of one source for a night.' })
export class ComplianceNightReport {
  @Field(() => NightSourceEnum, { description: 'Source of the report.' })
  source!: LedgerReport['source'];

  @Field(() => Int, { description: 'Device-reported use in minutes.' })
  minutes!: number;

  @Field(() => DateScalar, { description: 'The date that the device recorded.' })
  recorded!: string;

  @Field(() => Boolean, { description: 'True when the date of the night is a correction of the recorded date.' })
  corrected!: boolean;

  @Field(() => OUTCOMES, { description: 'Counted, or the reason why not.' })
  outcome!: ReportOutcome;

  /** The result that it is in, its night, and its place among the reports of that night. */
  of!: { compliance: Compliance; night: LedgerNight; nth: number };
}

@ObjectType({ description: 'One day of the compliance period.' })
export class ComplianceNight {
  @Field(() => DateScalar, { description: 'Date of the evening: a night lasts from noon to noon, device-local.' })
  date!: string;

  @Field(() => Int, { description: 'Day of therapy, from 1, the day of therapy start.' })
  day!: number;

  @Field(() => Int, { nullable: true, description: 'Device-reported use in minutes; null when no data arrived.' })
  minutes!: number | null;

  @Field(() => NightSourceEnum, {
    nullable: true,
    description:
      'Source of the night. A night from a source of lower priority is not counted. Null when no data arrived.',
  })
  source!: LedgerNight['source'];

  @Field(() => NIGHTS, { description: 'State of the night.' })
  state!: NightState;

  @Field(() => Boolean, { description: 'True when a counted report of the night has a corrected date.' })
  corrected!: boolean;

  @Field(() => [ComplianceNightReport], {
    description: 'Everything that was reported for the night, counted or not; empty when no data arrived.',
  })
  reports!: ComplianceNightReport[];
}
