-- Locks, in this order: patient, machine, state. A session that arrives while its machine is being assigned waits and
-- then finds the state.
--
-- After device_history_changed, which has locked the patient and the machine.
create or replace function device_history_states() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into device_states select * from device_states_of(new.id, new.id);
  else
    update device_states s set machine_id = now.machine_id, visible_org_ids = now.visible_org_ids, location_id = now.location_id,
        active_since = now.active_since, heard_at = now.heard_at, last_session_at = now.last_session_at
      from device_states_of(new.id, new.id) now where s.history_id = now.history_id;
  end if;
  return null;
end $$;

revoke all on function device_history_states() from public;
alter function device_history_states() owner to airlog_definer;
