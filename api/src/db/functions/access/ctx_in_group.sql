create or replace function ctx_in_group(wanted int) returns boolean language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from user_groups g where g.user_id = ctx_user() and g.group_id = wanted)
$$;

revoke all on function ctx_in_group(int) from public;
alter function ctx_in_group(int) owner to airlog_definer;
grant execute on function ctx_in_group(int) to airlog_org, airlog_support;
