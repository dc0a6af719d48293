-- A lockout by guesses and a lock by an administrator are two facts (decisions/135).

-- `guessed_at`: five wrong passwords or second factors; 'infinity' until an administrator unlocks. `locked`: by an administrator.
update users set locked_at = null where not locked and locked_at is not null;
alter table users rename column locked_at to guessed_at;

create or replace function user_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  fields jsonb;
begin
  -- "locked (1 or 0)" of document 001 is either fact.
  select jsonb_object_agg(n.key, jsonb_build_object('before', coalesce(o.value, 'null'), 'after', n.value)) into fields
    from jsonb_each(to_jsonb(new) || jsonb_build_object('locked', new.locked or new.guessed_at is not null)) n
    left join jsonb_each(case when tg_op = 'UPDATE' then to_jsonb(old) || jsonb_build_object('locked', old.locked or old.guessed_at is not null)
                         else '{}' end) o on o.key = n.key
   where n.key in ('email', 'first_name', 'last_name', 'phone', 'user_type', 'locale', 'is_clinician', 'notification_type', 'mvc_enabled', 'active',
       'locked', 'email_verified_at', 'invitation_expires_at', 'two_factor_app_enabled', 'two_factor_sms_enabled', 'has_api')
     and n.value is distinct from coalesce(o.value, 'null');
  perform record_user_change(new.org_id, new.id, case tg_op when 'INSERT' then 'created' else 'updated' end, coalesce(fields, '{}'));
  return null;
end $$;

create or replace function keep_user_account() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into user_accounts as a
    select new.id, new.org_id, new.email, new.first_name, new.last_name, new.phone, new.user_type, new.is_clinician, new.notification_type, new.mvc_enabled,
      new.active, new.locked or new.guessed_at is not null, new.email_verified_at, new.invitation_expires_at, new.two_factor_app_enabled,
      new.two_factor_sms_enabled, new.has_api, new.last_successful_login, new.created_at, new.version
  on conflict (id) do update set
    org_id = excluded.org_id, email = excluded.email, first_name = excluded.first_name, last_name = excluded.last_name, phone = excluded.phone,
    user_type = excluded.user_type, is_clinician = excluded.is_clinician, notification_type = excluded.notification_type, mvc_enabled = excluded.mvc_enabled,
    active = excluded.active, locked = excluded.locked, email_verified_at = excluded.email_verified_at, invitation_expires_at = excluded.invitation_expires_at,
    two_factor_app_enabled = excluded.two_factor_app_enabled, two_factor_sms_enabled = excluded.two_factor_sms_enabled, has_api = excluded.has_api,
    last_successful_login = excluded.last_successful_login, version = excluded.version;
  return null;
end $$;

create or replace function user_written_by_staff() returns trigger language plpgsql as $$
declare
  acts constant text[] := array['active', 'locked', 'guessed_at', 'mvc_enabled', 'invitation_expires_at', 'version'];
  wanted text;
begin
  if not is_staff() then return new; end if;
  if tg_op = 'INSERT' then
    if not ctx_may('create.user') then perform refuse('Users are made by administrators.'); end if;
    if current_user = 'airlog_limited' and new.user_type = 'Organization' then
      perform refuse('Administrators of a location or group make users of a location or group.');
    end if;
    return new;
  end if;
  if current_user = 'airlog_limited' and not exists (select from user_accounts a where a.id = old.id) then
    perform refuse('Staff of a location or group changes its own users.');
  end if;
  if old.id <> ctx_user() and to_jsonb(new) - acts is distinct from to_jsonb(old) - acts and not ctx_may('update.user') then
    perform refuse('Users are changed by administrators and by themselves.');
  end if;
  if new.is_clinician is distinct from old.is_clinician and not ctx_may('update.user') then perform refuse('Not permitted: is_clinician.'); end if;
  foreach wanted in array array_remove(array[
    case when new.user_type is distinct from old.user_type then 'update.user' end,
    case when new.mvc_enabled is distinct from old.mvc_enabled then 'update.user.mvc_settings' end,
    case when new.active is distinct from old.active then 'update.user.active' end,
    case when (new.locked, new.guessed_at) is distinct from (old.locked, old.guessed_at) then 'update.user.lock' end,
    case when new.invitation_expires_at is distinct from old.invitation_expires_at then 'update.user.invitation' end
  ], null) loop
    if old.id = ctx_user() or not ctx_may(wanted) then perform refuse('Not permitted: ' || wanted); end if;
  end loop;
  return new;
end $$;

-- Locks with a time are by guesses, those without one by an administrator. What the screens show of them stays as it is.
update users set locked = false where locked and guessed_at is not null;
