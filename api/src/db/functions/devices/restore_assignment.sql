-- Lists a voided assignment again, with its dates, its settings and the nights of its dates. Returns their number; null when there is no such assignment of a
-- patient that the caller sees. The constraints of device_history refuse one that overlaps another. No version is used twice: since it was made, each was a
-- change of dates, or the one of the PIN.
create or replace function restore_assignment(history int) returns int language plpgsql security definer set search_path = public, pg_temp as $$
declare
  was assignment_versions;
  kept voided_assignments;
begin
  if not ctx_may('delete.device') then perform refuse('Not permitted: delete.device'); end if;
  select v.* into was from ctx_assignment(history) v where v.act = 'voided';
  if not found then return null; end if;
  if not exists (select from machines m where m.id = was.machine_id and ctx_sees(m.visible_org_ids, m.visible_location_ids)) then
    perform refuse('An assignment of another machine.');
  end if;
  perform lock_assignment(was.patient_id, was.machine_id);
  delete from voided_assignments k where k.history_id = history returning k.* into kept;
  if not found then return null; end if;
  insert into device_history (id, org_id, patient_id, machine_org_id, machine_id, start_date, end_date, has_pin, created_by, created_at, version)
  values (history, was.org_id, was.patient_id, was.machine_org_id, was.machine_id, was.start_date, was.end_date, kept.has_pin, kept.created_by, kept.created_at,
          1 + 2 * (select count(*) from assignment_versions v where v.history_id = history));
  update assignment_versions v set act = 'restored' where v.history_id = history and upper_inf(v.known);
  insert into settings_records select s.* from jsonb_populate_recordset(null::settings_records, kept.settings) s;
  return (select count(*) from nights_of_assignment(history));
end $$;

revoke all on function restore_assignment(int) from public;
alter function restore_assignment(int) owner to airlog_definer;
grant execute on function restore_assignment(int) to airlog_org, airlog_support;
