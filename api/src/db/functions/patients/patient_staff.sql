-- The users of an organization who change patients, and see one at this location: users of locations and groups only their own.
create or replace function patient_staff(organization int, place int) returns setof int
  language sql stable security definer set search_path = public, pg_temp as $$
  select distinct a.id from user_roles u join role_permissions p on p.role_id = u.role_id join user_accounts a on a.id = u.user_id
   where u.org_id = organization and p.permission = 'update.patient' and a.active and (a.user_type = 'Organization'
     or exists (select from user_locations l where l.user_id = a.id and l.location_id = place)
     or exists (select from user_groups g join org_group_locations l on l.group_id = g.group_id where g.user_id = a.id and l.location_id = place))
$$;

revoke all on function patient_staff(int, int) from public;
alter function patient_staff(int, int) owner to airlog_definer;
