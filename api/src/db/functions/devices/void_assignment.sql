-- Voids an assignment, listed or removed from view: it never happened, and its nights are of no patient. Returns their number; null when there is no such
-- assignment of a patient that the caller sees, or it is void already.
create or replace function void_assignment(history int, why text) returns int language plpgsql security definer set search_path = public, pg_temp as $$
declare
  was assignment_versions;
  listed device_history;
  kept jsonb;
  nights bigint[];
begin
  if not ctx_may('delete.device') then perform refuse('Not permitted: delete.device'); end if;
  select v.* into was from ctx_assignment(history) v;
  if not found then return null; end if;
  perform lock_assignment(was.patient_id, was.machine_id);
  -- Read with the locks: another change may have come first.
  select v.* into was from ctx_assignment(history) v where v.act <> 'voided';
  if not found then return null; end if;
  select h.* into listed from device_history h where h.id = history;
  nights := array (select n.id from nights_of_assignment(history) n);
  select coalesce(jsonb_agg(s order by s.id), '[]') into kept from settings_records s where s.history_id = history;
  if kept <> '[]' and current_setting('role') in ('airlog_org', 'airlog_limited') and was.org_id <> ctx_org() then
    perform refuse('A partner may not void an assignment with settings.');
  end if;
  insert into voided_assignments (history_id, org_id, patient_id, has_pin, created_by, created_at, settings)
  select history, was.org_id, was.patient_id, coalesce(listed.has_pin, false), coalesce(listed.created_by, made.actor_user_id), coalesce(listed.created_at, lower(made.known), now()), kept
    from (select) one left join assignment_versions made on made.history_id = history and made.act = 'made';
  if listed.id is not null then
    delete from device_history h where h.id = history;
    update assignment_versions v set act = 'voided', reason = why where v.history_id = history and upper_inf(v.known);
  else
    update assignment_versions v set known = tstzrange(lower(v.known), greatest(now(), lower(v.known) + interval '1 microsecond'), '(]')
     where v.id = was.id returning v.* into was;
    insert into assignment_versions (history_id, org_id, patient_id, machine_org_id, machine_id, start_date, end_date, known, act, actor_user_id, actor_name, actor_email, reason)
    select history, was.org_id, was.patient_id, was.machine_org_id, was.machine_id, was.start_date, was.end_date, tstzrange(upper(was.known), null, '(]'), 'voided',
           u.id, u.last_name || ', ' || u.first_name, u.email, why
      from (select ctx_user() as id) actor left join users u on u.id = actor.id;
  end if;
  update usage_nights n set org_id = null, patient_id = null where n.id = any (nights);
  -- No undo of a correction gives a night back to the patient by this assignment.
  update usage_night_returns r set patient_id = null
   where r.machine_id = was.machine_id and r.patient_id = was.patient_id
     and r.usage_date >= was.start_date and r.usage_date < coalesce(was.end_date, 'infinity')
     and not exists (select from device_history h where h.machine_id = r.machine_id and h.patient_id = r.patient_id
                       and h.start_date <= r.usage_date and r.usage_date < coalesce(h.end_date, 'infinity'));
  return cardinality(nights);
end $$;

revoke all on function void_assignment(int, text) from public;
alter function void_assignment(int, text) owner to airlog_definer;
grant execute on function void_assignment(int, text) to airlog_org, airlog_support;
