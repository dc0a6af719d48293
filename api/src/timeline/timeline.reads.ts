import type { Context } from '../shared/context.ts';
import type { FactKind } from './timeline.rules.ts';

/** A fact as it was recorded. `id`: its kind and the key of its row. */
export interface FactRow {
  id: string;
  kind: FactKind;
  recordedAt: Date;
  validFrom: string | null;
  validTo: string | null;
  machineId: number | null;
  actor: string | null;
  reason: string | null;
  details: Record<string, string | number | null>;
}

/** Which facts are read: of these kinds, recorded on these days, both included, in a time zone. */
export interface FactFilter {
  kinds: readonly FactKind[] | null;
  from: string | null;
  to: string | null;
  timezone: string;
}

/** Where a page begins: behind a fact, or behind a number of facts. `limit`: null for all. */
export interface FactPlace {
  limit: number | null;
  after?: { recordedAt: string; id: string } | null;
  skipped?: number;
}

/**
 * The rows of each source, of the patient `p.id`: kind, key, recorded_at, valid_from, valid_to, machine_id, actor,
 * reason, details. Each reads the rows that the portal works with, under the viewer's row-level security: the timeline
 * cannot differ from them.
 */
const SOURCES = [
  // One arrival may bring many nights.
  `select 'nights_arrived', min(n.id)::text, n.arrived_at, min(n.night), max(n.night), n.machine_id, null, null,
          jsonb_build_object('source', n.source, 'nights', count(*), 'minutes', case when count(*) = 1 then min(n.minutes) end)
     from p join usage_nights n on n.patient_id = p.id group by n.machine_id, n.source, n.arrived_at`,
  `select 'night_grew', g.night_id || '-' || extract(epoch from g.grown_at), g.grown_at, g.recorded, g.recorded, g.machine, null, null,
          jsonb_build_object('source', g.origin, 'before', g.before, 'after', g.after)
     from p cross join lateral nights_grown(p.id) g`,
  // The card as it was sent: its digest, and the parser that read it.
  `select 'card_read', u.id::text, u.ended_at, min(n.night), max(n.night), u.machine_id, u.sent_by, null,
          jsonb_build_object('nights', count(*), 'digest', encode(u.digest, 'hex'), 'parser', u.parser, 'version', u.parser_version)
     from p join usage_nights n on n.patient_id = p.id join upload_files f on f.id = n.upload_file_id join uploads u on u.id = f.upload_id
    where u.ended_at is not null group by u.id`,
  `select 'dates_corrected', min(c.id)::text, c.created_at, min(c.new_date), max(c.new_date), c.machine_id, c.email, null,
          jsonb_build_object('source', c.source, 'nights', count(*), 'from', min(c.old_date), 'to', max(c.old_date))
     from p join usage_date_changes c on c.patient_id = p.id group by c.machine_id, c.source, c.created_at, c.email`,
  `select 'nights_voided', min(v.id)::text, v.created_at, min(n.usage_date), max(n.usage_date), n.machine_id, v.email, v.reason,
          jsonb_build_object('source', n.source, 'nights', count(*))
     from p join usage_nights n on n.patient_id = p.id join night_voids v on v.night_id = n.id group by n.machine_id, n.source, v.created_at, v.email, v.reason`,
  `select 'nights_given_back', min(v.id)::text, v.given_back_at, min(n.usage_date), max(n.usage_date), n.machine_id, v.given_back_email, null,
          jsonb_build_object('source', n.source, 'nights', count(*))
     from p join usage_nights n on n.patient_id = p.id join night_voids v on v.night_id = n.id
    where v.given_back_at is not null group by n.machine_id, n.source, v.given_back_at, v.given_back_email`,
  `select 'assignment_' || v.act, v.id::text, lower(v.known), v.start_date, v.end_date, v.machine_id, coalesce(v.actor_name, v.actor_email), v.reason, '{}'::jsonb
     from p join assignment_versions v on v.patient_id = p.id`,
  `select 'therapy_start_set', v.id::text, lower(v.known), v.therapy_start, v.therapy_start, null::int, coalesce(v.actor_name, v.actor_email), null,
          jsonb_build_object('date', v.therapy_start)
     from p join therapy_start_versions v on v.patient_id = p.id`,
  `select 'settings_submitted', r.id::text, r.submitted_at, null::date, null::date, h.machine_id, r.submitted_by_name, null,
          jsonb_build_object('status', r.status)
     from p join settings_records r on r.patient_id = p.id left join device_history h on h.id = r.history_id
    where r.is_edit and r.submitted_at is not null`,
  `select 'settings_answered', r.id::text, coalesce(r.answered_at, r.expires_at), null::date, null::date, h.machine_id, null, r.refusal,
          jsonb_build_object('status', r.status, 'failure', r.failure)
     from p join settings_records r on r.patient_id = p.id left join device_history h on h.id = r.history_id
    where r.is_edit and (r.answered_at is not null or r.failure = 'expired')`,
  // A code has the days before its collection.
  `select 'code_read', c.id::text, c.created_at, c.collected - c.icode_period, c.collected - 1, c.machine_id, c.submitted_by_name, null,
          jsonb_build_object('period', c.icode_period, 'compliantDays', c.compliant_days, 'collected', c.collected, 'codec', c.codec, 'version', c.codec_version)
     from p join icode_reports c on c.patient_id = p.id`,
  `select 'report_issued', r.code, r.issued_at, r.as_of, r.as_of, null, r.issued_by, null,
          jsonb_build_object('code', r.code, 'rule', r.figures::jsonb -> 'rule' ->> 'name', 'state', r.figures::jsonb ->> 'state')
     from p join compliance_reports r on r.patient_id = p.id`,
  // The note of an act that wrote one: an assignment keeps the note of the act before it.
  `select 'follow_up_' || f.act, f.id::text, f.created_at, case when f.act in ('snoozed', 'done') then f.hidden_until end, null::date, null, f.author_name,
          case when f.act <> 'assigned' then f.note end,
          jsonb_build_object('about', f.reason, 'outcome', f.outcome, 'assignee', f.assignee_name)
     from p join follow_ups f on f.patient_id = p.id`,
];

const FACTS = `
  with p as (select ?::int as id), facts as (
    select kind || ':' || key as id, kind, recorded_at::timestamptz(3) as recorded_at, valid_from, valid_to, machine_id, actor, reason, details
      from (${SOURCES.join(' union all ')}) f (kind, key, recorded_at, valid_from, valid_to, machine_id, actor, reason, details)
  ), wanted as (
    select * from facts f
     where (?::text[] is null or f.kind = any (?::text[]))
       and (?::date is null or f.recorded_at >= ?::date::timestamp at time zone ?)
       and (?::date is null or f.recorded_at < (?::date + 1)::timestamp at time zone ?))`;

const valuesOf = (patientId: number, { kinds, from, to, timezone }: FactFilter) => {
  const wanted = kinds && `{${kinds.join(',')}}`;
  return [patientId, wanted, wanted, from, from, timezone, to, to, timezone];
};

/** Returns the facts of a patient at a place, newest first. A card or a report that the viewer may not see is left out. */
export async function readFacts(
  { em }: Context,
  patientId: number,
  filter: FactFilter,
  { limit, after = null, skipped = 0 }: FactPlace,
): Promise<FactRow[]> {
  const rows = await em.execute<(Omit<FactRow, 'recordedAt'> & { recordedAt: string })[]>(
    `${FACTS}
     select f.id, f.kind, to_char(f.recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "recordedAt", f.valid_from::text as "validFrom",
            f.valid_to::text as "validTo", f.machine_id as "machineId", f.actor, f.reason, f.details
       from wanted f
      where ?::timestamptz is null or (f.recorded_at, f.id collate "C") < (?::timestamptz, ?::text)
      order by f.recorded_at desc, f.id collate "C" desc limit ? offset ?`,
    [
      ...valuesOf(patientId, filter),
      after?.recordedAt ?? null,
      after?.recordedAt ?? null,
      after?.id ?? null,
      limit,
      skipped,
    ],
  );
  return rows.map((row) => ({ ...row, recordedAt: new Date(row.recordedAt) }));
}

/** Returns the number of facts of a patient that match. */
export async function countFacts({ em }: Context, patientId: number, filter: FactFilter): Promise<number> {
  const [counted] = await em.execute<{ facts: number }[]>(
    `${FACTS} select count(*)::int as facts from wanted`,
    valuesOf(patientId, filter),
  );
  return counted!.facts;
}
