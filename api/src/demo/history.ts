import type pg from 'pg';

/** The date change audit log of the corrected nights: an administrator of the owner moved each after it had arrived. */
const LOG_CORRECTIONS = `
  insert into usage_date_changes (org_id, patient_id, machine_org_id, machine_id, night_id, source, night, old_date, new_date, actor_user_id, email, created_at)
  select n.org_id, n.patient_id, n.machine_org_id, n.machine_id, n.id, n.source, n.night, n.night, n.usage_date, u.id, u.email, n.arrived_at + interval '3 hours'
    from usage_nights n
    join (select distinct on (u.org_id) u.org_id, u.id, u.email from users u order by u.org_id, u.id) u on u.org_id = n.machine_org_id
   where n.usage_date <> n.night and not exists (select from usage_date_changes c where c.night_id = n.id)
   order by n.arrived_at, n.id`;

/** What those nights were until then (decisions/115). */
const CORRECTED_NIGHTS = `
  insert into usage_night_versions (night_id, patient_id, usage_date, minutes, state, since, until)
  select n.id, h.patient_id, n.night, n.minutes, n.state, n.arrived_at, c.created_at
    from usage_date_changes c
    join usage_nights n on n.id = c.night_id
    left join device_history h on h.machine_id = n.machine_id and h.start_date <= n.night and (h.end_date is null or n.night < h.end_date)
   where not exists (select from usage_night_versions v where v.night_id = n.id)`;

/** What triggers keep of therapy starts and assignments, for rows that were written without them. */
const THERAPY_STARTS = `
  insert into therapy_start_versions (org_id, patient_id, therapy_start, known)
  select p.org_id, p.id, p.therapy_start, tstzrange(p.created_at, null, '(]') from patients p
   where p.therapy_start is not null and not exists (select from therapy_start_versions v where v.patient_id = p.id)`;
const ASSIGNMENTS = `
  insert into assignment_versions (history_id, org_id, patient_id, machine_org_id, machine_id, start_date, end_date, known, act, actor_user_id, actor_name, actor_email)
  select h.id, h.org_id, h.patient_id, h.machine_org_id, h.machine_id, h.start_date, h.end_date, tstzrange(h.created_at, null, '(]'), 'made',
         u.id, u.last_name || ', ' || u.first_name, u.email
    from device_history h left join users u on u.id = h.created_by
   where not exists (select from assignment_versions v where v.history_id = h.id)`;

/** Writes what the seeded rows were before, and since when each is known. Writes nothing for rows that have it. */
export async function writeHistory(client: pg.ClientBase): Promise<void> {
  for (const statement of [LOG_CORRECTIONS, CORRECTED_NIGHTS, THERAPY_STARTS, ASSIGNMENTS])
    await client.query(statement);
}
