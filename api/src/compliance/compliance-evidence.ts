import type { Context } from '../shared/context.ts';
import { addDays } from '../shared/dates.ts';
import { MINUTES_A_DAY, outcomeOf, type LedgerNight, type LedgerReport } from './compliance-ledger.ts';
import { overruledAmong, type PatientNight } from './compliance-nights.ts';
import type { Compliance } from './compliance.types.ts';

/** How sure it is that the minutes of a night are those of the device: of a card by its layout, of a code by its steps. */
export type NightConfidence = 'high' | 'medium' | 'low';

/** Where one report of a night comes from. */
export interface NightEvidence {
  serial: string;
  arrivedAt: Date;
  /** SHA-256 of the card in hex; null for a night that no card brought. */
  uploadDigest: string | null;
  /** The parser or the codec with its version, such as g3x@3; null for a night that the device sent. */
  reader: string | null;
  /** Null when the files of the card did not say. */
  confidence: NightConfidence | null;
  /** The correction of its date; null without one. `from`: the date before it. */
  correction: { by: string; at: Date; from: string } | null;
}

/** A therapy start as it was entered. Null: it was taken away. */
export interface TherapyStartChange {
  therapyStart: string | null;
  recordedAt: Date;
  /** Name or e-mail address of the user, as then; null for the portal itself. */
  by: string | null;
}

/** An assignment as it was known. `isRemoved`: it was removed from view, and its nights stayed. */
export interface AssignedDevice {
  serial: string;
  startDate: string;
  endDate: string | null;
  isRemoved: boolean;
}

/** Nights of one device that staff voided together. */
export interface VoidedEvidence {
  serial: string;
  nights: number;
  firstDate: string;
  lastDate: string;
  reason: string;
  by: string;
  at: Date;
}

/** What a result is based on, as it was known at the time of the result. */
export interface Evidence {
  /** The first night with use that was recorded, also before the start of therapy; null without one. */
  firstUse: { date: string; minutes: number; serial: string } | null;
  /** Nights with data before the start of therapy, and those of them that have the minutes of the rule. */
  before: { nights: number; compliant: number };
  /** Oldest first. */
  therapyStarts: TherapyStartChange[];
  devices: AssignedDevice[];
  /** Counted nights of the period that no listed device covers. */
  unlistedNights: number;
  /** Nights that staff voided: they are in no figure. The first void first. */
  voidedNights: VoidedEvidence[];
  /** By `keyOf`; two devices of one source may have reported a night with the same minutes. */
  nights: Map<string, NightEvidence[]>;
}

interface Row extends PatientNight, Omit<NightEvidence, 'arrivedAt' | 'correction'> {
  arrivedAt: string;
  correctedBy: string | null;
  correctedAt: string | null;
  correctedFrom: string | null;
}

/** Names a report within its result; two devices may have reports of one name. */
const keyOf = (date: string, { source, recorded, minutes }: Pick<LedgerReport, 'source' | 'recorded' | 'minutes'>) =>
  [date, source, recorded, minutes].join(' ');

/** Returns where the nth report of a night comes from; undefined in a report that was issued without evidence. */
export function evidenceOfReport(
  { nights }: Pick<Evidence, 'nights'>,
  { date, reports }: Pick<LedgerNight, 'date' | 'reports'>,
  nth: number,
): NightEvidence | undefined {
  const key = keyOf(date, reports[nth]!);
  const before = reports.slice(0, nth).filter((report) => keyOf(date, report) === key).length;
  return nights.get(key)?.[before];
}

const time = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The time of a result: one that was asked for, or the end of a date in a time zone. */
const MOMENT = 'coalesce(?::timestamptz, (?::date + 1)::timestamp at time zone ?)';
/** A result of what is known now; the clock of the node does not matter. */
const NOW = 'infinity';

type Moment = [time: string | null, date: string, zone: string];
const momentOf = ({ isPresent, knownAt, asOf, timezone }: Compliance): Moment => [
  isPresent ? NOW : (knownAt?.toISOString() ?? null),
  asOf,
  timezone ?? 'UTC', // a result that is computed has one
];

const NIGHTS = `
  select holder as "patientId", machine as "machineId", dated::text as date, recorded::text, used as minutes, origin as source, validity as state,
         false as overruled, serial, ${time('arrived_at')} as "arrivedAt", digest as "uploadDigest", reader, confidence,
         corrected_by as "correctedBy", ${time('corrected_at')} as "correctedAt", corrected_from::text as "correctedFrom"
    from night_evidence(?, ?, ${MOMENT})`;

const STARTS = `
  select v.patient_id as "patientId", v.therapy_start::text as "therapyStart", ${time('coalesce(lower(v.known), p.created_at)')} as "recordedAt",
         coalesce(v.actor_name, v.actor_email) as by
    from therapy_start_versions v join patients p on p.id = v.patient_id
   where v.patient_id = any (?) and coalesce(lower(v.known), '-infinity') < ${MOMENT} order by v.id`;

const DEVICES = `
  select v.patient_id as "patientId", v.machine_id as "machineId", m.serial, v.start_date::text as "startDate", v.end_date::text as "endDate",
         v.act = 'deleted' as "isRemoved"
    from assignment_versions v join machines m on m.id = v.machine_id
   where v.patient_id = any (?) and v.known @> ${MOMENT} and v.act <> 'voided' order by v.start_date, v.history_id`;

const VOIDED = `
  select holder as "patientId", serial, count(*)::int as nights, min(dated)::text as "firstDate", max(dated)::text as "lastDate", reason, voided_by as by,
         ${time('voided_at')} as at
    from nights_voided(?, ?, ${MOMENT}) group by holder, serial, reason, voided_by, voided_at order by voided_at, serial`;

type StartRow = Omit<TherapyStartChange, 'recordedAt'> & { patientId: number; recordedAt: string };
type VoidedRow = Omit<VoidedEvidence, 'at'> & { patientId: number; at: string };
type DeviceRow = AssignedDevice & { patientId: number; machineId: number };

const evidenceOfNight = (row: Row): NightEvidence => ({
  serial: row.serial,
  arrivedAt: new Date(row.arrivedAt),
  uploadDigest: row.uploadDigest,
  reader: row.reader,
  confidence: row.confidence,
  correction:
    row.correctedBy === null ? null : { by: row.correctedBy, at: new Date(row.correctedAt!), from: row.correctedFrom! },
});

/** Minutes of each date that count: of the sources that are not overruled, all devices added up. */
function minutesByDate(nights: readonly Row[]): Map<string, number> {
  const minutes = new Map<string, number>();
  for (const night of nights)
    if (outcomeOf(night) === 'counted') minutes.set(night.date, (minutes.get(night.date) ?? 0) + night.minutes);
  return minutes;
}

const covers = ({ startDate, endDate }: AssignedDevice, date: string) =>
  startDate <= date && (endDate === null || date < endDate);

/** Returns the evidence of nights by the names of their reports. */
export const evidenceByReport = <
  Night extends Pick<LedgerReport, 'source' | 'recorded' | 'minutes'> & { date: string },
>(
  nights: readonly Night[],
  evidence: (night: Night) => NightEvidence,
): Evidence['nights'] =>
  new Map([...Map.groupBy(nights, (night) => keyOf(night.date, night))].map(([key, own]) => [key, own.map(evidence)]));

/** Puts together what one result is based on. Pure. */
function assembled(
  { rule, therapyStart }: Compliance,
  rows: readonly Row[],
  devices: DeviceRow[],
  starts: StartRow[],
  voided: VoidedRow[],
): Evidence {
  const nights = overruledAmong(rows);
  const used = nights.find((night) => outcomeOf(night) === 'counted' && night.minutes > 0);
  const start = therapyStart ?? '';
  const before = [...minutesByDate(nights.filter(({ date }) => date < start)).values()];
  const listed = devices.filter(({ isRemoved }) => !isRemoved);
  const first = therapyStart === null ? null : addDays(therapyStart, rule.firstDay - 1);
  const inPeriod = first === null ? [] : nights.filter(({ date }) => date >= first);
  return {
    firstUse: used ? { date: used.date, minutes: used.minutes, serial: used.serial } : null,
    before: {
      nights: before.length,
      compliant: before.filter((minutes) => minutes >= rule.minutes && minutes <= MINUTES_A_DAY).length,
    },
    therapyStarts: starts.map(({ therapyStart: date, recordedAt, by }) => ({
      therapyStart: date,
      recordedAt: new Date(recordedAt),
      by,
    })),
    devices: devices.map(({ serial, startDate, endDate, isRemoved }) => ({ serial, startDate, endDate, isRemoved })),
    unlistedNights: inPeriod.filter(
      (night) =>
        outcomeOf(night) === 'counted' &&
        !listed.some((device) => device.machineId === night.machineId && covers(device, night.date)),
    ).length,
    voidedNights: voided.map(({ patientId: _holder, at, ...nights }) => ({ ...nights, at: new Date(at) })),
    nights: evidenceByReport(inPeriod, evidenceOfNight),
  };
}

const byPatient = <Of extends { patientId: number }>(all: readonly Of[]): Map<number, Of[]> =>
  Map.groupBy(all, ({ patientId }) => patientId);

/**
 * Returns what each result is based on, in their order: four statements for all of one time. For `ctx.loader`. Results
 * without therapy start have no nights of a period.
 */
export async function evidenceOfResults(ctx: Context, results: readonly Compliance[]): Promise<Evidence[]> {
  const found = new Map<Compliance, Evidence>();
  for (const group of Map.groupBy(results, (result) => momentOf(result).join(' ')).values()) {
    const ids = group.map(({ patientId }) => patientId);
    const moment = momentOf(group[0]!);
    const ends = group.map(({ asOf, rule, therapyStart }) => {
      const next = addDays(asOf, 1);
      const end = therapyStart === null ? next : addDays(therapyStart, rule.firstDay - 1 + rule.period);
      return end < next ? end : next;
    });
    const list = `{${ids.join(',')}}`;
    const rows = await ctx.em.execute<Row[]>(NIGHTS, [list, `{${ends.join(',')}}`, ...moment]);
    const starts = await ctx.em.execute<StartRow[]>(STARTS, [list, ...moment]);
    const devices = await ctx.em.execute<DeviceRow[]>(DEVICES, [list, ...moment]);
    const voided = await ctx.em.execute<VoidedRow[]>(VOIDED, [list, `{${ends.join(',')}}`, ...moment]);
    const [rowsOf, startsOf, devicesOf] = [byPatient(rows), byPatient(starts), byPatient(devices)];
    const voidedOf = byPatient(voided);
    for (const result of group) {
      const { patientId: id } = result;
      const own = [
        rowsOf.get(id) ?? [],
        devicesOf.get(id) ?? [],
        startsOf.get(id) ?? [],
        voidedOf.get(id) ?? [],
      ] as const;
      found.set(result, assembled(result, ...own));
    }
  }
  return results.map((result) => found.get(result)!);
}

/**
 * Returns what a result is based on: of an issued report as it was issued, null when it does not say; else as it was known
 * at its time.
 */
export const evidenceOf = (ctx: Context, result: Compliance): Promise<Evidence | null> =>
  result.evidence === undefined ? ctx.loader(evidenceOfResults).load(result) : Promise.resolve(result.evidence);
