-- Whether the viewer may give a role: no user gives what they do not hold. Support staff gives the roles of organizations too.
create or replace function ctx_may_give(wanted int) returns boolean language sql stable security definer set search_path = public, pg_temp as $$
  select not exists (select from role_permissions p where p.role_id = wanted and not ctx_may(p.permission))
    or (ctx_may('support.location.user') and exists (select from roles r where r.id = wanted and r.host = 'org'))
$$;

revoke all on function ctx_may_give(int) from public;
alter function ctx_may_give(int) owner to airlog_definer;
grant execute on function ctx_may_give(int) to airlog_org, airlog_support;
