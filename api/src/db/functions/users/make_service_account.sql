-- Makes a service account of the caller's organization with its key, of which only the digest is kept. Its scopes are among the caller's permissions. Null when
-- the organization has as many as it may.
create or replace function make_service_account(account_name text, account_description text, account_scopes text[], secret_digest bytea, secret_end text, days int, most int)
  returns table (account int, client uuid) language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not ctx_manages_service_accounts() then perform refuse('Not permitted: legacy.api.token.generate'); end if;
  if exists (select from unnest(account_scopes) scope where not ctx_may(scope)) then
    perform refuse('No user gives a scope that they do not hold.');
  end if;
  -- Those who make accounts of one organization wait for each other, so that none is beyond the limit.
  perform pg_advisory_xact_lock(hashtext('service_accounts'), ctx_org());
  if (select count(*) from service_accounts s where s.org_id = ctx_org() and s.deleted_at is null) >= most then return; end if;
  -- No address: no one signs in or receives mail with it.
  insert into users (org_id, email, first_name, last_name, is_clinician, is_service)
    values (ctx_org(), 'service-account-' || gen_random_uuid(), 'Service account', account_name, false, true) returning id into account;
  insert into service_accounts (user_id, org_id, name, description, scopes, created_by_id, created_by_name)
    select account, ctx_org(), account_name, account_description, account_scopes, u.id, u.first_name || ' ' || u.last_name from users u where u.id = ctx_user();
  insert into api_keys (org_id, user_id, created_by_id, digest, last_four, scopes, expires_at)
    values (ctx_org(), account, ctx_user(), secret_digest, secret_end, account_scopes, now() + make_interval(days => days)) returning client_id into client;
  return next;
end $$;

revoke all on function make_service_account(text, text, text[], bytea, text, int, int) from public;
alter function make_service_account(text, text, text[], bytea, text, int, int) owner to airlog_definer;
grant execute on function make_service_account(text, text, text[], bytea, text, int, int) to airlog_org;
