-- The lock first: of a repair and a concurrent change of what a state is derived from, the later one sees both.
create or replace function repair_device_states(histories int[]) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from device_states s where s.history_id = any (histories) order by s.history_id for update;
  delete from device_states s where s.history_id = any (histories) and not exists (select from device_history h where h.id = s.history_id);
  update device_states s set org_id = now.org_id, patient_id = now.patient_id, machine_id = now.machine_id, visible_org_ids = now.visible_org_ids,
      location_id = now.location_id, active_since = now.active_since, settings_state = now.settings_state, submitted_at = now.submitted_at,
      heard_at = now.heard_at, last_session_at = now.last_session_at, failed_at = now.failed_at
    from unnest(histories) h (id) cross join lateral device_states_of(h.id, h.id) now where s.history_id = h.id and s.* is distinct from now.*;
  insert into device_states select now.* from unnest(histories) h (id) cross join lateral device_states_of(h.id, h.id) now on conflict do nothing;
end $$;

revoke all on function repair_device_states(int[]) from public;
alter function repair_device_states(int[]) owner to airlog_definer;
grant execute on function repair_device_states(int[]) to airlog_jobs;
