create or replace function organization_states() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update device_states s set last_session_at = now.last_session_at
    from device_history h cross join lateral device_states_of(h.id, h.id) now where h.org_id = new.id and s.history_id = h.id;
  return null;
end $$;

revoke all on function organization_states() from public;
alter function organization_states() owner to airlog_definer;
