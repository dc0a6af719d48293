-- Whether the caller manages the service accounts of its organization: a person with the permission of API keys, of the whole organization, which allows keys.
create or replace function ctx_manages_service_accounts() returns boolean language sql stable security definer set search_path = public, pg_temp as $$
  select current_setting('role') = 'airlog_org' and ctx_actor() = 'session' and ctx_may('legacy.api.token.generate')
    and exists (select from organizations o where o.id = ctx_org() and o.active and o.allow_api_key_management)
$$;

revoke all on function ctx_manages_service_accounts() from public;
alter function ctx_manages_service_accounts() owner to airlog_definer;
