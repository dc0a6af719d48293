create or replace function keep_user_account() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- In lists, counts and pickers of users are persons only.
  if new.is_service then return null; end if;
  insert into user_accounts as a (id, org_id, email, first_name, last_name, phone, user_type, is_clinician, notification_type, mvc_enabled, active, locked,
      email_verified_at, invitation_expires_at, two_factor_app_enabled, two_factor_sms_enabled, has_api, last_successful_login, created_at, version, country, updated_at)
    select new.id, new.org_id, new.email, new.first_name, new.last_name, new.phone, new.user_type, new.is_clinician, new.notification_type, new.mvc_enabled,
      new.active, new.locked or new.guessed_at is not null, new.email_verified_at, new.invitation_expires_at, new.two_factor_app_enabled,
      new.two_factor_sms_enabled, new.has_api, new.last_successful_login, new.created_at, new.version, new.country, new.updated_at
  on conflict (id) do update set
    org_id = excluded.org_id, email = excluded.email, first_name = excluded.first_name, last_name = excluded.last_name, phone = excluded.phone,
    user_type = excluded.user_type, is_clinician = excluded.is_clinician, notification_type = excluded.notification_type, mvc_enabled = excluded.mvc_enabled,
    active = excluded.active, locked = excluded.locked, email_verified_at = excluded.email_verified_at, invitation_expires_at = excluded.invitation_expires_at,
    two_factor_app_enabled = excluded.two_factor_app_enabled, two_factor_sms_enabled = excluded.two_factor_sms_enabled, has_api = excluded.has_api,
    last_successful_login = excluded.last_successful_login, version = excluded.version, country = excluded.country, updated_at = excluded.updated_at;
  return null;
end $$;

revoke all on function keep_user_account() from public;
alter function keep_user_account() owner to airlog_definer;
