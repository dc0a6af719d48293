-- The users of an organization who may answer.
create or replace function hand_off_readers(organization int) returns setof int language sql stable security definer set search_path = public, pg_temp as $$
  select distinct u.user_id from user_roles u join role_permissions p on p.role_id = u.role_id join user_accounts a on a.id = u.user_id
   where u.org_id = organization and p.permission = 'request.patient' and a.active
$$;

revoke all on function hand_off_readers(int) from public;
alter function hand_off_readers(int) owner to airlog_definer;
