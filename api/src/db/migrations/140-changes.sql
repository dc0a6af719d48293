-- One line for each organization that may read a row, whenever the row changed (decisions/189). Written by triggers, in the
-- transaction of the row. No foreign key: each line of an organization would lock its row.
create table changes (
  id bigint generated always as identity primary key,
  org_id int not null,
  type text not null check (type in ('Compliance', 'DeviceHistory', 'HandOff', 'ICodeReport', 'Location', 'Machine', 'Patient', 'SettingsRecord', 'Upload', 'UsageNight', 'User')),
  row_id bigint not null, -- of a Compliance: the patient
  event text check (event in ('device.assigned', 'settings.delivered', 'settings.failed', 'night.arrived', 'night.corrected', 'compliance.met', 'compliance.at_risk', 'compliance.lost', 'upload.read', 'hand_off.changed')),
  deleted boolean not null default false,
  at timestamptz not null default now(),
  xid xid8 not null default pg_current_xact_id()
);
-- A reader takes the lines of an organization in this order, which no transaction that commits late can change.
create index changes_read on changes (org_id, xid, id);

alter table changes enable row level security, force row level security;
create policy own on changes for select to airlog_org using (org_id = ctx_org());
-- A limited user would learn of rows outside of their locations.
create policy whole on changes as restrictive to airlog_limited using (false);
create policy support on changes for select to airlog_support using (true);
create policy acting on changes as restrictive to airlog_acting using (org_id = ctx_acting());
create policy jobs on changes for select to airlog_jobs using (true);
create policy definer on changes to airlog_definer using (true) with check (true);
grant select on changes to airlog_org, airlog_support, airlog_jobs, airlog_definer;
grant insert, delete on changes to airlog_definer;

-- What positions depend on; read by change_place.
create table change_epochs (
  id boolean primary key default true check (id),
  epoch uuid not null default gen_random_uuid(), -- A position of another one is refused.
  source text, -- The server, the database and the timeline of it; another one after a restore.
  from_id bigint not null default 0, -- Lines up to this one are of an epoch before.
  deleted_to xid8 not null default '0' -- The highest transaction of deleted lines of this epoch.
);
insert into change_epochs default values;

alter table change_epochs enable row level security, force row level security;
create policy definer on change_epochs to airlog_definer using (true) with check (true);
grant select, update on change_epochs to airlog_definer;

-- Kept by triggers, in milliseconds, as the cursors of lists have them. Rows from before this migration have its time.
alter table patients add updated_at timestamptz(3) not null default now();
alter table device_history add updated_at timestamptz(3) not null default now();
alter table machines add updated_at timestamptz(3) not null default now();
alter table settings_records add updated_at timestamptz(3) not null default now();
alter table icode_reports add updated_at timestamptz(3) not null default now();
alter table uploads add updated_at timestamptz(3) not null default now();
alter table hand_offs add updated_at timestamptz(3) not null default now();
alter table locations add updated_at timestamptz(3) not null default now();
alter table users add updated_at timestamptz(3) not null default now();
alter table user_accounts add updated_at timestamptz(3) not null default now(); -- what the own organization reads of a user
grant select (updated_at) on hand_offs to airlog_org;

-- The state of a result, and the first day on which another one may follow without a night.
alter table compliance_results add state text, add state_until date;
grant update (state) on compliance_results to airlog_definer; -- by the job of the day; the trigger computes them

-- The names sort behind those of the triggers that derive columns of the same row.
create trigger patients_when_updated before update on patients for each row
  when (old.version <> new.version or old.visible_org_ids <> new.visible_org_ids) execute function row_updated();
create trigger device_history_when_updated before update on device_history for each row
  when (old.version <> new.version or old.patient_id <> new.patient_id or old.machine_id <> new.machine_id) execute function row_updated();
create trigger machines_when_updated before update on machines for each row
  when ((old.org_id, old.location_id, old.serial, old.model_id, old.pin_cipher, old.visible_org_ids)
        is distinct from (new.org_id, new.location_id, new.serial, new.model_id, new.pin_cipher, new.visible_org_ids)) execute function row_updated();
create trigger settings_records_when_updated before update on settings_records for each row
  when (old.* is distinct from new.*) execute function row_updated();
create trigger icode_reports_when_updated before update on icode_reports for each row
  when (old.visible_org_ids <> new.visible_org_ids) execute function row_updated();
create trigger uploads_when_updated before update on uploads for each row
  when ((old.state, old.reason, old.machine_id, old.night_count, old.added_count, old.completed_count, old.voided_nights, old.files_removed_at, old.shift_days)
        is distinct from (new.state, new.reason, new.machine_id, new.night_count, new.added_count, new.completed_count, new.voided_nights, new.files_removed_at, new.shift_days))
  execute function row_updated();
create trigger hand_offs_when_updated before update on hand_offs for each row
  when (old.* is distinct from new.*) execute function row_updated();
create trigger locations_when_updated before update on locations for each row
  when ((old.version, old.is_primary, old.closed_at, old.dme_id) is distinct from (new.version, new.is_primary, new.closed_at, new.dme_id)) execute function row_updated();
create trigger users_when_updated before update on users for each row
  when ((old.version, old.email, old.first_name, old.last_name, old.phone, old.country, old.user_type, old.active, old.locked, old.is_clinician)
        is distinct from (new.version, new.email, new.first_name, new.last_name, new.phone, new.country, new.user_type, new.active, new.locked, new.is_clinician))
  execute function row_updated();
create trigger compliance_results_state before insert or update on compliance_results for each row execute function compliance_state_kept();

-- Rows that have the organizations that see them.
create trigger noted_added after insert on patients referencing new table as changed for each statement execute function shared_rows_noted('Patient');
create trigger noted_deleted after delete on patients referencing old table as changed for each statement execute function shared_rows_noted('Patient');
create trigger noted_updated after update on patients for each row
  when (old.version <> new.version or old.visible_org_ids <> new.visible_org_ids) execute function shared_row_noted('Patient');
create trigger noted_added after insert on machines referencing new table as changed for each statement execute function shared_rows_noted('Machine');
create trigger noted_deleted after delete on machines referencing old table as changed for each statement execute function shared_rows_noted('Machine');
create trigger noted_updated after update on machines for each row
  when ((old.org_id, old.location_id, old.serial, old.model_id, old.pin_cipher, old.visible_org_ids)
        is distinct from (new.org_id, new.location_id, new.serial, new.model_id, new.pin_cipher, new.visible_org_ids)) execute function shared_row_noted('Machine');
create trigger noted_added after insert on icode_reports referencing new table as changed for each statement execute function shared_rows_noted('ICodeReport');
create trigger noted_deleted after delete on icode_reports referencing old table as changed for each statement execute function shared_rows_noted('ICodeReport');
create trigger noted_updated after update on icode_reports for each row
  when (old.visible_org_ids <> new.visible_org_ids) execute function shared_row_noted('ICodeReport');

-- Rows of one organization. Partners see the name of a user, and not when the account changed.
create trigger noted after insert or delete on users for each row execute function own_row_noted('User');
create trigger noted_updated after update on users for each row
  when ((old.version, old.email, old.first_name, old.last_name, old.phone, old.country, old.user_type, old.active, old.locked, old.is_clinician)
        is distinct from (new.version, new.email, new.first_name, new.last_name, new.phone, new.country, new.user_type, new.active, new.locked, new.is_clinician))
  execute function own_row_noted('User');
create trigger noted after insert or delete on locations for each row execute function own_row_noted('Location');
create trigger noted_updated after update on locations for each row
  when ((old.version, old.is_primary, old.closed_at, old.dme_id) is distinct from (new.version, new.is_primary, new.closed_at, new.dme_id)) execute function own_row_noted('Location');
create trigger noted after insert or delete on uploads for each row execute function own_row_noted('Upload');
create trigger noted_updated after update on uploads for each row
  when ((old.state, old.reason, old.machine_id, old.night_count, old.added_count, old.completed_count, old.voided_nights, old.files_removed_at, old.shift_days)
        is distinct from (new.state, new.reason, new.machine_id, new.night_count, new.added_count, new.completed_count, new.voided_nights, new.files_removed_at, new.shift_days))
  execute function own_row_noted('Upload');
create trigger noted after insert or delete on hand_offs for each row execute function own_row_noted('HandOff');
create trigger noted_updated after update on hand_offs for each row
  when (old.* is distinct from new.*) execute function own_row_noted('HandOff');

-- Rows of a patient.
create trigger noted_added after insert on device_history referencing new table as became for each statement execute function patient_rows_noted('DeviceHistory');
create trigger noted_updated after update on device_history referencing old table as was new table as became for each statement execute function patient_rows_updated('DeviceHistory');
create trigger noted_deleted after delete on device_history referencing old table as was for each statement execute function patient_rows_deleted('DeviceHistory');
create trigger noted_added after insert on usage_nights referencing new table as became for each statement execute function patient_rows_noted('UsageNight');
create trigger noted_updated after update on usage_nights referencing old table as was new table as became for each statement execute function patient_rows_updated('UsageNight');
create trigger noted_deleted after delete on usage_nights referencing old table as was for each statement execute function patient_rows_deleted('UsageNight');
create trigger noted_deleted after delete on settings_records referencing old table as was for each statement execute function patient_rows_deleted('SettingsRecord');
create trigger noted_added after insert on settings_records for each row execute function settings_record_noted();
create trigger noted_updated after update on settings_records for each row when (old.* is distinct from new.*) execute function settings_record_noted();
create trigger noted_added after insert on compliance_results for each row execute function compliance_noted();
create trigger noted_updated after update on compliance_results for each row
  when (old.state <> new.state or (old.rule_version, old.period, old.therapy_start, old.window_start, old.window_end, old.compliant_days, old.met_on, old.at_risk_on, old.closes_on, old.cannot_be_met_on, old.short_on, old.call_on, old.call_until, old.call_longest)
        is distinct from (new.rule_version, new.period, new.therapy_start, new.window_start, new.window_end, new.compliant_days, new.met_on, new.at_risk_on, new.closes_on, new.cannot_be_met_on, new.short_on, new.call_on, new.call_until, new.call_longest)) execute function compliance_noted();
