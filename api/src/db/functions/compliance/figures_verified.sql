-- When all figures were verified for the last time, null before the first time, and how many of those that the caller may see were wrong then.
create or replace function figures_verified() returns table (verified_at timestamptz, repaired int) language sql stable security definer set search_path = public, pg_temp as $$
  select case when count(*) = 2 then min(v.verified_at) end,
         coalesce(sum(case when current_setting('role') = 'airlog_support' then v.repaired
           else coalesce((v.repaired_of_orgs ->> coalesce(ctx_acting(), ctx_org())::text)::int, 0) end), 0)::int
    from (select distinct on (kind) * from verifications order by kind, id desc) v
$$;

revoke all on function figures_verified() from public;
alter function figures_verified() owner to airlog_definer;
grant execute on function figures_verified() to airlog_org, airlog_support;
