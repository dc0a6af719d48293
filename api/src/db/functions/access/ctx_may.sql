create or replace function ctx_may(wanted text) returns boolean language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from user_roles u join role_permissions p on p.role_id = u.role_id
    where u.user_id = ctx_user() and u.org_id = ctx_org() and p.permission = wanted)
    -- A service account has no role: its scopes are its permissions.
    or exists (select from service_accounts s where s.user_id = ctx_user() and s.org_id = ctx_org() and wanted = any (s.scopes))
$$;

revoke all on function ctx_may(text) from public;
alter function ctx_may(text) owner to airlog_definer;
grant execute on function ctx_may(text) to airlog_org, airlog_support;
