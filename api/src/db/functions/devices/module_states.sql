create or replace function module_states() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare machine int := coalesce(new.machine_id, old.machine_id);
begin
  if tg_op <> 'UPDATE' then
    perform from machines m where m.id = machine for share;
  end if;
  update device_states s set heard_at = case when tg_op <> 'DELETE' then coalesce(new.last_connected_at, '-infinity') end
   where s.machine_id = machine and s.active_since is not null;
  return null;
end $$;

revoke all on function module_states() from public;
alter function module_states() owner to airlog_definer;
