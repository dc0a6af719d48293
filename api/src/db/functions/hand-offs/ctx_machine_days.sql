-- The days of a machine whose nights of no patient the caller's organization reads; null for a machine that the caller does not see. Support staff in no
-- organization reads all of them.
create or replace function ctx_machine_days(machine int) returns datemultirange language sql stable security definer set search_path = public, pg_temp as $$
  select case current_setting('role') when 'airlog_support' then '{(,)}'::datemultirange else machine_days(m.id, coalesce(ctx_acting(), ctx_org())) end
    from machines m where m.id = machine and ctx_sees(m.visible_org_ids, m.visible_location_ids)
$$;

revoke all on function ctx_machine_days(int) from public;
alter function ctx_machine_days(int) owner to airlog_definer;
grant execute on function ctx_machine_days(int) to airlog_org, airlog_support;
