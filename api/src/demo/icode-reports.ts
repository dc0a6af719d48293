import type { ICodeFigures } from '../icode-reports/icode.codec.ts';
import { decodeIc1, encodeIc1, ic1Codec } from '../icode-reports/ic1.codec.ts';
import { iCodeFiguresOf } from '../icode-reports/icode-figures.ts';
import { daysBetween, instant } from './calendar.ts';
import type { TherapyNight } from './nights.ts';
import type { Random } from './random.ts';

type Row = Record<string, unknown>;

const PERIODS = [7, 30, 90] as const;
/** Who reads the codes, and how: of one patient always the same. */
const READINGS = [
  { read_by: 'patient', read_how: 'phone' },
  { read_by: 'caregiver', read_how: 'screen' },
  { read_by: 'staff', read_how: 'visit' },
] as const;
const NOT_RECORDED = { read_by: null, read_how: null };
/** Compliant days that the code of two months misses of those of the month in it. */
const MISSED = 5;

export interface ReportOwner {
  orgId: number;
  patientId: number;
  machineOrgId: number;
  machineId: number;
  serial: string;
  start: string;
  visibleOrgIds: readonly number[];
}

/**
 * Returns the reports of one visit: a code for each period that the device has been in use, entered together. The
 * figures are decoded from the code, so they are those it can contain. Without a submitter they are from the legacy
 * system, which recorded no reader. `contradicts`: a code of 60 days under a wrong date does not fit the month.
 */
export function demoReports(
  random: Random,
  owner: ReportOwner,
  nights: readonly TherapyNight[],
  collected: string,
  submitter: { id: number; name: string } | null,
  contradicts = false,
): Row[] {
  const created = instant(collected, random.int(50_400, 75_600));
  const snoring = random.int(0, 24) / 2;
  // The last night that the device counts ended on the morning of the visit.
  const inUse = daysBetween(owner.start, collected);
  const kept = nights.map(({ date, minutes, ...figures }) => ({ night: date, minutes: minutes ?? 0, ...figures }));
  const shown: ICodeFigures[] = PERIODS.filter((period) => period <= inUse).map((period) =>
    iCodeFiguresOf(kept, period, collected),
  );
  const month = shown.find(({ period }) => period === 30);
  if (contradicts && month) {
    const days = Math.max(0, month.compliantDays - MISSED);
    shown.push({ ...iCodeFiguresOf(kept, 60, collected), compliantDays: days, best30: days });
  }
  return shown.map((each) => {
    const code = encodeIc1(owner.serial, { ...each, sni: snoring });
    const read = decodeIc1(owner.serial, code);
    if (!read.ok) throw new Error(`The demo data made an iCode that does not read back: ${code} of ${owner.serial}.`);
    const { figures } = read;
    return {
      org_id: owner.orgId,
      patient_id: owner.patientId,
      machine_org_id: owner.machineOrgId,
      machine_id: owner.machineId,
      serial: owner.serial,
      collected,
      code,
      codec: ic1Codec.id,
      codec_version: ic1Codec.version,
      icode_period: figures.period,
      compliant_days: figures.compliantDays,
      best30: figures.best30,
      minutes: figures.minutes,
      pressure: figures.pressure,
      p95: figures.p95,
      ahi: figures.ahi,
      sni: figures.sni,
      leak: figures.leak,
      saturated: figures.saturated,
      submitted_by_id: submitter?.id ?? null,
      submitted_by_name: submitter?.name ?? null,
      ...(submitter ? READINGS[owner.patientId % READINGS.length] : NOT_RECORDED),
      created_at: created,
      visible_org_ids: owner.visibleOrgIds,
    };
  });
}
