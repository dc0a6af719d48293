import type { UsageNight } from './usage-night.entity.ts';

/** A night under the documented names of a usage row; null for a measurement that its source does not have. */
export const nightToRest = (night: UsageNight, serial: string | null) => ({
  id: Number(night.id),
  record_date: night.usageDate,
  recorded_date: night.night,
  corrected: night.corrected,
  source: night.source,
  effective: night.effective,
  overruled: night.overruled,
  treat_minutes: night.minutes,
  sessions: night.sessions,
  ahi: night.ahi,
  obstructive_apneas: night.obstructiveApneas,
  central_apneas: night.centralApneas,
  unclassified_apneas: night.unclassifiedApneas,
  hypopneas: night.hypopneas,
  reras: night.reras,
  pressure: night.pressure,
  p95: night.p95,
  leak: night.leak,
  sni: night.sni,
  state: night.state,
  record_no: night.recordNo,
  created: night.arrivedAt,
  drift_minutes: night.driftMinutes,
  serial,
});
