create or replace function user_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  fields jsonb;
begin
  -- The log of changes is of persons; an act on a service account has its line in the audit log.
  if new.is_service then return null; end if;
  -- "locked (1 or 0)" of document 001 is either fact.
  select jsonb_object_agg(n.key, jsonb_build_object('before', coalesce(o.value, 'null'), 'after', n.value)) into fields
    from jsonb_each(to_jsonb(new) || jsonb_build_object('locked', new.locked or new.guessed_at is not null)) n
    left join jsonb_each(case when tg_op = 'UPDATE' then to_jsonb(old) || jsonb_build_object('locked', old.locked or old.guessed_at is not null)
                         else '{}' end) o on o.key = n.key
   where n.key in ('email', 'first_name', 'last_name', 'country', 'phone', 'user_type', 'locale', 'is_clinician', 'notification_type', 'mvc_enabled', 'active',
       'locked', 'email_verified_at', 'invitation_expires_at', 'two_factor_app_enabled', 'two_factor_sms_enabled', 'has_api')
     and n.value is distinct from coalesce(o.value, 'null');
  perform record_user_change(new.org_id, new.id, case tg_op when 'INSERT' then 'created' else 'updated' end, coalesce(fields, '{}'));
  return null;
end $$;

revoke all on function user_changed() from public;
alter function user_changed() owner to airlog_definer;
