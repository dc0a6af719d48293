create or replace function machine_refresh_visible_orgs(machine int) returns void language sql security definer set search_path = public, pg_temp as $$
  update machines set visible_org_ids = visible_org_ids where id = machine
$$;

revoke all on function machine_refresh_visible_orgs(int) from public;
alter function machine_refresh_visible_orgs(int) owner to airlog_definer;
