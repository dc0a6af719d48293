create or replace function module_heard() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from arrived) then return null; end if;
  -- A device's clock may be ahead of ours: no connection is in the future.
  update modules m set last_connected_at = heard.at
    from (select machine_id, least(max(greatest(start_time, end_time)), now()) as at from arrived group by machine_id) heard
   where m.machine_id = heard.machine_id and coalesce(m.last_connected_at, '-infinity') < heard.at;
  return null;
end $$;

revoke all on function module_heard() from public;
alter function module_heard() owner to airlog_definer;
