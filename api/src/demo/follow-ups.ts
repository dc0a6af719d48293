import type pg from 'pg';
import { FOLLOW_UP_OUTCOMES } from '../follow-ups/follow-ups.rules.ts';
import { addDays, instant } from './calendar.ts';
import { ORG, STAFF } from './logins.ts';

type Act = { act: 'assigned' | 'snoozed' | 'done'; outcome?: string; note?: string };

/** What staff of an organization decided, of its silent devices and failed settings: the first of each stays open. */
const ACTS: Act[] = [
  { act: 'assigned' },
  { act: 'snoozed', note: 'On vacation until next week.' },
  ...FOLLOW_UP_OUTCOMES.map((outcome): Act => ({
    act: 'done',
    outcome,
    ...(outcome === 'reached' && { note: 'Moves the device closer to the window.' }),
  })),
];

// The due reasons of each organization, numbered from the second of each reason on.
const WRITE = `
  with due as (
    select o.work_org_id, o.author_id, o.author_name, s.org_id, s.patient_id, r.reason,
           row_number() over (partition by o.work_org_id, r.reason order by s.patient_id) as nth
      from jsonb_to_recordset($1::jsonb) as o (work_org_id int, author_id int, author_name text)
      join device_states s on s.visible_org_ids @> array[o.work_org_id] and s.active_since is not null
      cross join lateral (values ('silent', s.heard_at <= $2::timestamptz - interval '3 days'), ('settings_failed', s.failed_at <= $2::timestamptz)) r (reason, holds)
     where r.holds
  ), decided as (
    select d.*, a.act, a.outcome, a.note from (select due.*, row_number() over (partition by work_org_id order by reason, patient_id) as number from due where nth > 1) d
      join jsonb_to_recordset($3::jsonb) as a (number int, act text, outcome text, note text) using (number)
  )
  insert into follow_ups (org_id, patient_id, work_org_id, reason, act, assignee_id, assignee_name, hidden_at, hidden_until, outcome, note, author_org_id, author_id,
      author_name, created_at)
  select org_id, patient_id, work_org_id, reason, act, case act when 'assigned' then author_id end, case act when 'assigned' then author_name end,
         case when act <> 'assigned' then $2::timestamptz end, case when act <> 'assigned' then $4::date end, outcome, note, work_org_id, author_id, author_name, $2
    from decided order by work_org_id, number`;

/** Writes what staff of the demo organizations decided yesterday about their follow-ups. */
export async function writeFollowUps(client: pg.ClientBase, today: string): Promise<void> {
  const organizations = [ORG.northside, ORG.lakeview, ORG.harbor].map((id) => ({
    work_org_id: id,
    author_id: STAFF[id].id,
    author_name: STAFF[id].name,
  }));
  const acts = ACTS.map((act, index) => ({ number: index + 1, ...act }));
  await client.query(WRITE, [
    JSON.stringify(organizations),
    instant(addDays(today, -1), 57_600),
    JSON.stringify(acts),
    addDays(today, 6),
  ]);
}
