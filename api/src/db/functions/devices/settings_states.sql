create or replace function settings_states() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare history int := coalesce(new.history_id, old.history_id);
begin
  -- The lock: of two concurrent changes the later one sees both.
  perform from device_states s where s.history_id = history for no key update;
  update device_states s set settings_state = now.state, submitted_at = now.submitted_at, failed_at = failed_at_of(history) from settings_state_of(history) now
   where s.history_id = history and (s.settings_state, s.submitted_at, s.failed_at) is distinct from (now.state, now.submitted_at, failed_at_of(history));
  return null;
end $$;

revoke all on function settings_states() from public;
alter function settings_states() owner to airlog_definer;
