-- Whether the caller activates and deactivates an organization: support staff, any, or the one in which they act; never support's own.
create or replace function ctx_switches_organization(wanted int) returns boolean language sql stable security definer set search_path = public, pg_temp as $$
  select ctx_may('update.org')
    and case current_setting('role') when 'airlog_support' then true when 'airlog_acting' then wanted = ctx_acting() else false end
    and exists (select from organizations o join organization_types t on t.id = o.type_id where o.id = wanted and t.kind <> 'support')
$$;

revoke all on function ctx_switches_organization(int) from public;
alter function ctx_switches_organization(int) owner to airlog_definer;
