-- What the protection against lost updates reads: versions of more rows, and who changed which field last (decisions/140).

-- Count the changes of what the documented paths edit, as that of patients (062).
alter table device_history add column version int not null default 1;
alter table mobile_users add column version int not null default 1;

alter function patient_version() rename to row_version;
create trigger device_history_version before update on device_history for each row
  when ((old.start_date, old.end_date, old.has_pin) is distinct from (new.start_date, new.end_date, new.has_pin)) execute function row_version();
create trigger mobile_users_version before update on mobile_users for each row
  when (old.active is distinct from new.active) execute function row_version();

-- Columns of the row that were changed within the last hour: {column: {by, at}}. `by`: the user; null for a command. Users have user_changes (038).
alter table announcements add column recent_changes jsonb not null default '{}';
alter table device_history add column recent_changes jsonb not null default '{}';
alter table mobile_users add column recent_changes jsonb not null default '{}';
alter table organizations add column recent_changes jsonb not null default '{}';
alter table patients add column recent_changes jsonb not null default '{}';

-- Arguments: the columns. Older entries are dropped, so that the value stays as small as the number of columns.
create function keep_recent_changes() returns trigger language plpgsql as $$
declare
  before constant jsonb := to_jsonb(old);
  after constant jsonb := to_jsonb(new);
  kept jsonb;
  added jsonb;
begin
  select coalesce(jsonb_object_agg(r.key, r.value), '{}') into kept from jsonb_each(old.recent_changes) r
    where (r.value ->> 'at')::timestamptz > now() - interval '1 hour';
  select coalesce(jsonb_object_agg(c.name, jsonb_build_object('by', ctx_user(), 'at', now())), '{}') into added from unnest(tg_argv) c(name)
    where after -> c.name is distinct from before -> c.name;
  new.recent_changes := kept || added;
  return new;
end $$;

create trigger announcements_recent_changes
  before update of audience_org_id, audience_roles, title, body, title_es, body_es, from_date, until_date, withdrawn_at on announcements
  for each row execute function keep_recent_changes('audience_org_id', 'audience_roles', 'title', 'body', 'title_es', 'body_es', 'from_date', 'until_date',
    'withdrawn_at');
create trigger device_history_recent_changes before update of start_date, end_date on device_history
  for each row execute function keep_recent_changes('start_date', 'end_date');
create trigger mobile_users_recent_changes before update of active on mobile_users
  for each row execute function keep_recent_changes('active');
create trigger organizations_recent_changes
  before update of timezone, locale, session_idle_minutes, export_to_csv_access, allow_ventilator_support, ventilator_visibility, allow_api_key_management,
    physician_can_add_missing_pin, disallow_external_device_edit, two_factor_enabled, two_factor_prevent_phone_numbers, two_factor_app, two_factor_sms
  on organizations
  for each row execute function keep_recent_changes('timezone', 'locale', 'session_idle_minutes', 'export_to_csv_access', 'allow_ventilator_support',
    'ventilator_visibility', 'allow_api_key_management', 'physician_can_add_missing_pin', 'disallow_external_device_edit', 'two_factor_enabled',
    'two_factor_prevent_phone_numbers', 'two_factor_app', 'two_factor_sms');
create trigger patients_recent_changes
  before update of location_id, dme_id, clinician_id, physician_id, assigned_id, is_rules_active, first_name, last_name, email, birth_date, sex,
    therapy_start, note, address1, address2, city, state, zip, country, phone, mobile_phone on patients
  for each row execute function keep_recent_changes('location_id', 'dme_id', 'clinician_id', 'physician_id', 'assigned_id', 'is_rules_active',
    'first_name', 'last_name', 'email', 'birth_date', 'sex', 'therapy_start', 'note', 'address1', 'address2', 'city', 'state', 'zip', 'country', 'phone',
    'mobile_phone');

-- Of a row's recent_changes the columns whose last change is another user's.
create function changed_by_others(changes jsonb) returns text[] language sql stable as $$
  select coalesce(array_agg(c.key), '{}') from jsonb_each(changes) c
   where (c.value ->> 'at')::timestamptz > now() - interval '1 hour' and (c.value ->> 'by')::int <> ctx_user()
$$;

-- Of a user the fields of user_changes whose last change is another user's. What a user is made with was changed by no one.
create function user_changed_by_others(changed int) returns text[] language sql stable as $$
  select coalesce(array_agg(l.field), '{}') from (
    select distinct on (f.field) f.field, c.actor_user_id from user_changes c cross join lateral jsonb_object_keys(c.changes) f(field)
     where c.user_id = changed and c.event = 'updated' and c.created_at > now() - interval '1 hour' order by f.field, c.created_at desc, c.id desc
  ) l where l.actor_user_id <> ctx_user()
$$;

-- As before (089), and no version is used twice: since it was made, each was a change of dates, or the one of the PIN.
create or replace function restore_assignment(history int) returns int language plpgsql security definer set search_path = public, pg_temp as $$
declare
  was assignment_versions;
  kept voided_assignments;
begin
  if not ctx_may('delete.device') then perform refuse('Not permitted: delete.device'); end if;
  select v.* into was from ctx_assignment(history) v where v.act = 'voided';
  if not found then return null; end if;
  if not exists (select from machines m where m.id = was.machine_id and ctx_sees(m.visible_org_ids, m.visible_location_ids)) then
    perform refuse('An assignment of another machine.');
  end if;
  perform lock_assignment(was.patient_id, was.machine_id);
  delete from voided_assignments k where k.history_id = history returning k.* into kept;
  if not found then return null; end if;
  insert into device_history (id, org_id, patient_id, machine_org_id, machine_id, start_date, end_date, has_pin, created_by, created_at, version)
  values (history, was.org_id, was.patient_id, was.machine_org_id, was.machine_id, was.start_date, was.end_date, kept.has_pin, kept.created_by, kept.created_at,
          1 + 2 * (select count(*) from assignment_versions v where v.history_id = history));
  update assignment_versions v set act = 'restored' where v.history_id = history and upper_inf(v.known);
  insert into settings_records select s.* from jsonb_populate_recordset(null::settings_records, kept.settings) s;
  return (select count(*) from nights_of_assignment(history));
end $$;
