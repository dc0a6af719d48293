import type { Context } from '../shared/context.ts';
import { validate } from '../shared/validate.ts';
import { daysOf, driftOf, keptNights, runningNight } from './gateway-clock.ts';
import { nightsRules, type NightReport } from './gateway.rules.ts';
import { figureColumnsOf, MEASURED } from './nights-figures.ts';
import { findRepeats } from './nights-repeats.ts';

/**
 * Result of a night: `date` is the corrected date. refused: the night has not begun. not_assigned: no patient had the
 * device; the night is kept without a patient until an assignment covers its date.
 */
export interface NightOutcome {
  night: string;
  date: string;
  result: 'stored' | 'unchanged' | 'refused';
  reason: 'future' | 'not_assigned' | null;
}

/** A night of the body with the date under which it is kept. */
type DatedNight = NightReport & { date: string };

const COLUMNS = MEASURED.join(', ');
const INTEGERS = new Set<string>(MEASURED.slice(0, 7));
const TYPED = MEASURED.map((column) => `${column} ${INTEGERS.has(column) ? 'int' : 'numeric'}`).join(', ');

// Triggers give a night to the patient who had the device on its date, overrule the other sources, and have compliance
// calculated again. Rows are written
// in the order of the nights, so that concurrent requests of a device wait instead of deadlocking. A night only grows:
// a repeat with fewer minutes is an older body that arrives late. A number that staff set to 0 (reset-record-no) stays
// 0 when the device repeats the night.
const STORE = `
  with sent as (
    select n.*, m.org_id, m.id as machine_id from machines m,
           jsonb_to_recordset(?::jsonb) as n (date date, night date, record_no int, ${TYPED}) where m.id = ctx_machine()
  ), stored as (
    insert into usage_nights (machine_org_id, machine_id, night, device_date, source, record_no, arrived_at, drift_seconds, ${COLUMNS})
    select org_id, machine_id, date, night, 'wireless', record_no, ?::timestamptz, ?::bigint, ${COLUMNS} from sent order by date
    on conflict (machine_id, night, source) do update
       set (record_no, ${COLUMNS}) = row(case usage_nights.record_no when 0 then 0 else excluded.record_no end, ${figureColumnsOf('excluded')})
     where excluded.minutes >= usage_nights.minutes
       and (nullif(usage_nights.record_no, 0), ${figureColumnsOf('usage_nights')})
           is distinct from (case usage_nights.record_no when 0 then null else excluded.record_no end, ${figureColumnsOf('excluded')})
    returning night, patient_id
  )
  select s.date::text, n.night is not null as changed, coalesce(n.patient_id, h.patient_id) as patient_id
    from sent s left join stored n on n.night = s.date
    left join device_history h on h.machine_id = s.machine_id and h.start_date <= s.date and (h.end_date is null or s.date < h.end_date)`;

interface StoredNight {
  date: string;
  changed: boolean;
  patient_id: number | null;
}

/**
 * Stores the nights of the calling device, each once; the last night is updated while it grows. Dates by a wrong clock
 * are corrected, and the device's own date is kept next to them (decisions/074).
 */
export async function recordNights(ctx: Context, raw: unknown): Promise<NightOutcome[]> {
  const { deviceTime, nights } = await validate(nightsRules, raw);
  const now = ctx.app.now();
  const [drift, last] = [driftOf(deviceTime, now), runningNight(deviceTime, now)];
  const dates = keptNights(await findRepeats(ctx, nights, daysOf(drift)), drift, last);
  const dated: DatedNight[] = nights.map((each, index) => ({ ...each, date: dates[index]! }));
  // A night sent twice in one body: the later one counts.
  const byDate = new Map(dated.filter(({ date }) => date <= last).map((each) => [each.date, each]));
  const kept = await store(ctx, [...byDate.values()], { now, driftSeconds: Math.round(drift / 1000) });
  return dated.map(({ night, date }) => {
    const stored = kept.get(date);
    if (!stored) return { night, date, result: 'refused', reason: 'future' };
    const reason = stored.patient_id === null ? 'not_assigned' : null;
    return { night, date, result: stored.changed ? 'stored' : 'unchanged', reason };
  });
}

/** Returns what became of each night, by its date. */
async function store(
  ctx: Context,
  nights: DatedNight[],
  { now, driftSeconds }: { now: Date; driftSeconds: number },
): Promise<Map<string, StoredNight>> {
  if (nights.length === 0) return new Map();
  const kept = await ctx.em.execute<StoredNight[]>(STORE, [JSON.stringify(nights), now, driftSeconds]);
  return new Map(kept.map((night) => [night.date, night]));
}
