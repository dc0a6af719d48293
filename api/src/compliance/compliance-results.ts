import { Patient } from '../patients/patient.entity.ts';
import type { Context } from '../shared/context.ts';
import { dayIn } from '../shared/dates.ts';
import { knownThen, type Known } from './compliance-known.ts';
import {
  historiesOf,
  lastDateKnown,
  nightsOfPatients,
  type HistoryAsked,
  type KnownNight,
  type PatientNight,
} from './compliance-nights.ts';
import type { ComplianceRule } from './compliance-rule.ts';
import { Compliance } from './compliance.types.ts';
import { assess, needsHistory, type Verdict } from './compliance-verdict.ts';

/** What a result is asked for. `asOf`: a calendar date of `timezone`. */
export interface Question {
  patientId: number;
  rule: ComplianceRule;
  asOf: string;
  timezone: string;
  /** The time whose knowledge the result is of; null: now, or for a date of the past its end. */
  knownAt: Date | null;
  /** Whether the result is of what is known now. */
  isPresent: boolean;
}

/**
 * Returns the results of patients under one rule, in the order of the questions; patients of one time in one portion. Two
 * statements for what is known now or three for what was, and one more for what the nights of those were before who are at
 * risk or worse.
 */
export async function resultsOf(ctx: Context, questions: readonly Question[]): Promise<Compliance[]> {
  const [first] = questions;
  if (!first) return [];
  const times = [...Map.groupBy(questions, timeOf).entries()];
  const [now, then] = [times.filter(([time]) => time === NOW), times.filter(([time]) => time !== NOW)];
  const known = new Map<string, Known>();
  for (const [time, asked] of now) known.set(time, await knownNow(ctx, idsOf(asked), first.rule));
  const former = then.map(([, asked]) => ({ ...asked[0]!, date: asked[0]!.asOf, patientIds: idsOf(asked) }));
  const found = former.length === 0 ? [] : await knownThen(ctx, former, first.rule);
  then.forEach(([time], index) => known.set(time, found[index]!));
  const results = questions.map((question): Result => {
    const { starts, nights } = known.get(timeOf(question))!;
    const therapyStart = starts.get(question.patientId) ?? null;
    const own = nights.get(question.patientId) ?? [];
    return { question, therapyStart, nights: own, verdict: verdictOf(question, therapyStart, own) };
  });
  const behind = results.filter(({ question, verdict }) => verdict && needsHistory(verdict, question.asOf));
  const before = await historiesOf(ctx, behind.map(historyAskedBy), first.rule);
  behind.forEach((result, index) => {
    result.verdict = verdictOf(result.question, result.therapyStart, result.nights, upTo(result, before[index]!));
  });
  return results.map(({ question, therapyStart, verdict }) => new Compliance({ ...question, therapyStart, verdict }));
}

interface Result {
  question: Question;
  therapyStart: string | null;
  nights: PatientNight[];
  verdict: Verdict | null;
}

const verdictOf = (
  { rule, asOf }: Question,
  therapyStart: string | null,
  nights: readonly PatientNight[],
  history?: readonly KnownNight[],
): Verdict | null => (therapyStart === null ? null : assess(rule, therapyStart, nights, asOf, history));

/** What the nights were until now, or until the time whose knowledge the result is of. */
const historyAskedBy = ({ question, therapyStart }: Result): HistoryAsked => {
  const { patientId, asOf, timezone, knownAt, isPresent } = question;
  const last = isPresent ? lastDateKnown(asOf) : knownAt ? dayIn(timezone, knownAt) : asOf;
  return { patientId, therapyStart: therapyStart!, last, timezone };
};

/**
 * Returns what the nights were before the date of a result: what was learned later about it, for a later `knownAt`, is known
 * on that date.
 */
function upTo({ question: { asOf, isPresent } }: Result, history: readonly KnownNight[]): readonly KnownNight[] {
  if (isPresent) return history;
  const within = (date: string) => (date < asOf ? date : asOf);
  return history.map((night) => ({ ...night, since: within(night.since), until: night.until && within(night.until) }));
}

const NOW = 'now';
const timeOf = ({ isPresent, knownAt, asOf, timezone }: Question): string =>
  isPresent ? NOW : (knownAt?.toISOString() ?? `${asOf} ${timezone}`);
const idsOf = (asked: readonly Question[]): number[] => [...new Set(asked.map(({ patientId }) => patientId))];

async function knownNow(ctx: Context, patientIds: readonly number[], rule: ComplianceRule): Promise<Known> {
  const patients = await ctx.em.find(Patient, { id: { $in: [...patientIds] } }); // page rows: in memory if already read
  const starts = new Map(patients.map(({ id, therapyStart }) => [id, therapyStart]));
  return { starts, nights: await nightsOfPatients(ctx, patientIds, rule) };
}
