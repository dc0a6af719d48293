-- The settings that administrators change for their organization, and how long a session and a password last.

alter table organizations
  -- Requirement S-3: an idle session ends after this time.
  add column session_idle_minutes smallint not null default 30 check (session_idle_minutes between 5 and 60),
  -- Counts the changes by administrators: the second of two who edit the settings sees the conflict.
  add column settings_version int not null default 1;

-- The own organization's settings. Its name, its type and whether it is active are not theirs to change.
create policy own_update on organizations for update to airlog_org using (id = ctx_org());
grant update (timezone, locale, physician_can_add_missing_pin, disallow_external_device_edit, export_to_csv_access, allow_ventilator_support,
    ventilator_visibility, allow_api_key_management, two_factor_enabled, two_factor_prevent_phone_numbers, two_factor_app, two_factor_sms,
    session_idle_minutes, settings_version)
  on organizations to airlog_org, airlog_support;

create function organization_written_by_staff() returns trigger language plpgsql as $$
begin
  if not is_staff() then return new; end if;
  if current_user = 'airlog_limited' or not ctx_may('update.org.settings') then
    perform refuse('The settings of an organization are changed by its administrators.');
  end if;
  return new;
end $$;
create trigger organizations_written_by_staff before update on organizations for each row execute function organization_written_by_staff();

-- When the user last proved in this session who they are: some operations ask again after ten minutes (requirement A-11).
alter table sessions add column password_given_at timestamptz not null default now();
