-- What belongs to a location; patients and machines are counted up to 10,001.
create or replace function location_usage(wanted int[]) returns table (location int, patients int, machines int, users int, groups int)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query
  select l.id,
         (select count(*)::int from (select from patients p where p.org_id = l.org_id and p.location_id = l.id limit 10001) k),
         (select count(*)::int from (select from machines m where m.org_id = l.org_id and m.location_id = l.id limit 10001) k),
         (select count(*)::int from user_locations u where u.org_id = l.org_id and u.location_id = l.id),
         (select count(*)::int from org_group_locations g where g.org_id = l.org_id and g.location_id = l.id)
    from locations l where l.id = any (wanted) and ctx_manages_places(l.org_id);
end $$;

revoke all on function location_usage(int[]) from public;
alter function location_usage(int[]) owner to airlog_definer;
grant execute on function location_usage(int[]) to airlog_org, airlog_support;
