create or replace function organization_written_by_staff() returns trigger language plpgsql as $$
declare
  settings constant text[] := array['timezone', 'locale', 'physician_can_add_missing_pin', 'disallow_external_device_edit', 'export_to_csv_access',
    'allow_ventilator_support', 'ventilator_visibility', 'allow_api_key_management', 'two_factor_enabled', 'two_factor_prevent_phone_numbers',
    'two_factor_app', 'two_factor_sms', 'session_idle_minutes', 'settings_version'];
begin
  if not is_staff() then return new; end if;
  if tg_op = 'INSERT' then
    -- Within one organization no other one is made.
    if current_user <> 'airlog_support' or not ctx_may('create.org') then
      perform refuse('Support staff creates organizations.');
    end if;
    return new;
  end if;
  if (new.name, new.type_id, new.clinical_type_id) is distinct from (old.name, old.type_id, old.clinical_type_id) then
    if current_user not in ('airlog_support', 'airlog_acting') or not ctx_may('update.org') then
      perform refuse('Support staff changes the name and the type of an organization.');
    end if;
    if new.type_id <> old.type_id and not old.draft then
      perform refuse('The type of an organization is changed while it is a draft.');
    end if;
  end if;
  if exists (select from unnest(settings) name where to_jsonb(new) -> name is distinct from to_jsonb(old) -> name)
    and (current_user = 'airlog_limited' or not ctx_may('update.org.settings')) then
    perform refuse('The settings of an organization are changed by its administrators.');
  end if;
  return new;
end $$;
