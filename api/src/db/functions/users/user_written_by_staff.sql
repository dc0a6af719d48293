-- An act on an account takes its own permission, and not that of the form too (decisions/054; reference/security.md, Z-6).
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
