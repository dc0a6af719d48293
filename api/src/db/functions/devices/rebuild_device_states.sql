-- Derives the states of all assignments again: after rows that were written without triggers.
create or replace function rebuild_device_states() returns void language plpgsql as $$
begin
  lock table device_states in share row exclusive mode;
  merge into device_states s using device_states_of(-2147483648, 2147483647) now on s.history_id = now.history_id
    when matched and s.* is distinct from now.* then update set machine_id = now.machine_id, visible_org_ids = now.visible_org_ids, location_id = now.location_id,
      active_since = now.active_since, settings_state = now.settings_state, submitted_at = now.submitted_at,
      heard_at = now.heard_at, last_session_at = now.last_session_at, failed_at = now.failed_at
    when not matched then insert values (now.history_id, now.org_id, now.patient_id, now.machine_id, now.visible_org_ids, now.location_id,
      now.active_since, now.settings_state, now.submitted_at, now.heard_at, now.last_session_at, now.failed_at);
end $$;

revoke all on function rebuild_device_states() from public;
