-- Roles, locations and groups by name, as they were before the statement and are after it. Arguments: the field, the table with the names, the reference.
create or replace function memberships_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  one record;
  rest jsonb;
begin
  for one in execute format(
    'select c.org_id, c.user_id, jsonb_agg(n.name order by n.name) as moved,
       coalesce((select jsonb_agg(o.name order by o.name) from %1$I m join %2$I o on o.id = m.%3$I where m.user_id = c.user_id), ''[]'') as present
       from moved_rows c join %2$I n on n.id = c.%3$I group by c.org_id, c.user_id', tg_table_name, tg_argv[1], tg_argv[2])
  loop
    if tg_op = 'INSERT' then
      select coalesce(jsonb_agg(v.name order by v.name), '[]') into rest from jsonb_array_elements_text(one.present) v(name) where not one.moved ? v.name;
    else
      select jsonb_agg(v.name order by v.name) into rest from jsonb_array_elements_text(one.present || one.moved) v(name);
    end if;
    perform record_user_change(one.org_id, one.user_id, 'updated',
      jsonb_build_object(tg_argv[0], jsonb_build_object('before', rest, 'after', one.present)));
  end loop;
  return null;
end $$;

revoke all on function memberships_changed() from public;
alter function memberships_changed() owner to airlog_definer;
