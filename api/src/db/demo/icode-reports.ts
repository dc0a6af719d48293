import { decodeIc1, encodeIc1, ic1Codec } from '../../icode-reports/ic1.codec.ts';
import { addDays, daysBetween, instant } from './calendar.ts';
import type { TherapyNight } from './nights.ts';
import { oneDecimal, type Random } from './random.ts';

type Row = Record<string, unknown>;

const PERIODS = [7, 30, 90] as const;

export interface ReportOwner {
  orgId: number;
  patientId: number;
  machineOrgId: number;
  machineId: number;
  serial: string;
  start: string;
  visibleOrgIds: readonly number[];
}

/** What the device prints on the day of collection: figures of the nights of the period that ends on it. Means are weighted by use. */
function figuresOf(nights: readonly TherapyNight[], collected: string, period: number, snoring: number) {
  const byDate = new Map(nights.map((night) => [night.date, night]));
  const days = Array.from({ length: period }, (_, index) => byDate.get(addDays(collected, index + 1 - period)));
  const good = days.map((night) => ((night?.minutes ?? 0) >= 240 ? 1 : 0));
  const goodFrom = (first: number) => good.slice(first, first + 30).reduce<number>((sum, day) => sum + day, 0);
  const total = days.reduce((sum, night) => sum + (night?.minutes ?? 0), 0);
  const mean = (of: (night: TherapyNight) => number | null) => total === 0 ? 0 : days.reduce((sum, night) => sum + (night ? (of(night) ?? 0) * (night.minutes ?? 0) : 0), 0) / total;
  const pressure = total === 0 ? null : oneDecimal(mean((night) => night.pressure));
  return {
    period, compliantDays: good.filter((day) => day === 1).length, best30: Math.max(...good.map((_, first) => goodFrom(first))), minutes: Math.round(total / period),
    pressure, p95: pressure === null ? null : Math.max(pressure, oneDecimal(mean((night) => night.p95))), ahi: oneDecimal(mean((night) => night.ahi)), sni: snoring,
    leak: Math.min(100, Math.round(mean((night) => night.leak) / 4)),
  };
}

/**
 * The reports of one visit: a code for each period that the device has been in use, entered together. The figures are those that the code
 * can carry, read back from it. No submitter: the legacy system brought them.
 */
export function demoReports(random: Random, owner: ReportOwner, nights: readonly TherapyNight[], collected: string, submitter: { id: number; name: string } | null): Row[] {
  const created = instant(collected, random.int(50_400, 75_600));
  const snoring = random.int(0, 24) / 2;
  const inUse = daysBetween(owner.start, collected) + 1;
  return PERIODS.filter((period) => period <= inUse).map((period) => {
    const code = encodeIc1(owner.serial, figuresOf(nights, collected, period, snoring));
    const read = decodeIc1(owner.serial, code);
    if (!read.ok) throw new Error(`The demo data made an iCode that does not read back: ${code} of ${owner.serial}.`);
    const { figures } = read;
    return {
      org_id: owner.orgId, patient_id: owner.patientId, machine_org_id: owner.machineOrgId, machine_id: owner.machineId, serial: owner.serial, collected,
      code, codec: ic1Codec.id, codec_version: ic1Codec.version, icode_period: figures.period, compliant_days: figures.compliantDays, best30: figures.best30,
      minutes: figures.minutes, pressure: figures.pressure, p95: figures.p95, ahi: figures.ahi, sni: figures.sni, leak: figures.leak, saturated: figures.saturated,
      submitted_by_id: submitter?.id ?? null, submitted_by_name: submitter?.name ?? null, created_at: created, visible_org_ids: owner.visibleOrgIds,
    };
  });
}
