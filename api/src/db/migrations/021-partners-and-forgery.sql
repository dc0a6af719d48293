-- Row-level security as a boundary against a partner, and against SQL that no operation of the portal sends (decisions/029).
--
-- What no operation changes leaves the grants. What depends on the row that is there, or on who owns it, is refused by a trigger: a policy with
-- such a condition would also hide the row from `select … for update`. The triggers apply to the roles of staff; the functions of airlog_definer,
-- devices, jobs and migrations pass. A refusal has the code of a missing privilege.

create function refuse(what text) returns void language plpgsql as $$
begin
  raise exception '%', what using errcode = 'insufficient_privilege';
end $$;
create function is_staff_of_an_organization() returns boolean language sql stable
  as $$ select current_user in ('airlog_org', 'airlog_limited') $$;
create function is_staff() returns boolean language sql stable
  as $$ select current_user in ('airlog_org', 'airlog_limited', 'airlog_support') $$;

-- ---- Patients: who sees one, and where it belongs
--
-- The form that shares a patient adds a function that asks for the owner and the consent. Until then the portal shares none.
revoke insert, update on patients from airlog_org, airlog_support;
grant insert (org_id, location_id, assigned_id, is_rules_active, first_name, last_name, email, birth_date, sex, therapy_start, note,
  address1, address2, city, state, zip, country, phone, mobile_phone) on patients to airlog_org, airlog_support;
grant update (assigned_id, is_rules_active, first_name, last_name, email, birth_date, sex, therapy_start, note,
  address1, address2, city, state, zip, country, phone, mobile_phone) on patients to airlog_org, airlog_support;

-- No column that decides who sees a patient is granted, so a new row is seen by the same organizations as the old one.
drop policy visible_update on patients;
create policy visible_update on patients for update to airlog_org using (visible_org_ids @> array[ctx_org()]);

-- A partner's staff changes what therapy needs, and not the record of the owner.
create function patient_partner_changes() returns trigger language plpgsql as $$
begin
  if is_staff_of_an_organization() and old.org_id is distinct from ctx_org() then
    perform refuse('A partner may change the therapy start and the note of a patient only.');
  end if;
  return new;
end $$;
create trigger patients_partner_changes before update of assigned_id, is_rules_active, first_name, last_name, email, birth_date, sex,
    address1, address2, city, state, zip, country, phone, mobile_phone
  on patients for each row execute function patient_partner_changes();

-- ---- Machines: a PIN is added where it is missing, and never replaced

create function machine_pin_added() returns trigger language plpgsql as $$
begin
  if is_staff() and (old.pin_cipher is not null or new.pin_cipher is null) then
    perform refuse('A PIN is added where it is missing, and never replaced or removed.');
  end if;
  return new;
end $$;
create trigger machines_pin_added before update of pin_cipher on machines for each row execute function machine_pin_added();

-- It answers only for a machine that the caller sees: dates of any other machine are another organization's.
create or replace function machine_collision(machine int, starts date, ends date, ignored int) returns text
  language sql stable security definer set search_path = public, pg_temp as $$
  select case when bool_or(h.end_date is null) then 'device-already-connected' when count(*) > 0 then 'device-start-date-overlaps' end
    from device_history h join machines m on m.id = h.machine_id
   where h.machine_id = machine and h.id is distinct from ignored
     and daterange(h.start_date, h.end_date, '[)') && daterange(starts, ends, '[)')
     -- The caller's role: current_user is the function's owner here.
     and case current_setting('role')
           when 'airlog_org' then m.visible_org_ids @> array[ctx_org()]
           when 'airlog_limited' then m.visible_org_ids @> array[ctx_org()] and m.visible_location_ids && ctx_locations()
           else true
         end
$$;

-- ---- Assignments: the settings of a deleted one are deleted with it, so a partner deletes none that has the owner's settings

create function assignment_deleted_by_partner() returns trigger language plpgsql as $$
begin
  if is_staff_of_an_organization() and old.org_id is distinct from ctx_org()
    and exists (select from settings_records s where s.history_id = old.id) then
    perform refuse('A partner may not delete an assignment with settings.');
  end if;
  return old;
end $$;
create trigger device_history_deleted_by_partner before delete on device_history
  for each row execute function assignment_deleted_by_partner();

-- ---- Settings: staff submits changes and withdraws them; what a device uses is written by the device

create function settings_written_by_staff() returns trigger language plpgsql as $$
begin
  if not is_staff() then return new; end if;
  if tg_op = 'INSERT' then
    if (new.status, new.is_edit) is distinct from ('pending', true) or new.submitted_by_id is distinct from ctx_user()
      or num_nonnulls(new.collected_at, new.source, new.sent_at, new.answered_at, new.failure, new.refusal, new.answer) > 0 then
      perform refuse('Staff adds submitted changes only.');
    end if;
  elsif (old.status, new.status) is distinct from ('pending', 'void') or new.failure is distinct from old.failure and new.failure <> 'device-ended' then
    perform refuse('Staff ends a pending change only, as void.');
  end if;
  return new;
end $$;
create trigger settings_written_by_staff before insert or update on settings_records
  for each row execute function settings_written_by_staff();
revoke update (source, collected_at) on settings_records from airlog_org, airlog_support;

-- ---- Compliance is computed by the queue's role

revoke insert, update on compliance_results from airlog_org, airlog_support;

-- ---- Users: no user renames a colleague, and staff of locations reads those it works with

drop policy own_update on users;
create policy own_update on users for update to airlog_org using (org_id = ctx_org() and id = ctx_user());
drop policy support on users;
create policy support on users for select to airlog_support using (true);
create policy own_update_support on users for update to airlog_support using (org_id = ctx_org() and id = ctx_user());
-- Oneself, colleagues of one's locations, and who treats a patient that one sees.
create policy location on users as restrictive to airlog_limited using (
  case when id = ctx_user() then true
       when exists (select from user_locations l where l.user_id = users.id and l.location_id = any (ctx_locations())) then true
       when exists (select from patients p where p.clinician_id = users.id) then true
       else exists (select from patients p where p.physician_id = users.id) end);

-- ---- The audit log: the time is the database's, and staff of an organization reads its own lines

revoke insert on audit_log from airlog_org, airlog_support, airlog_auth;
grant insert (org_id, actor_user_id, actor_type, operation, outcome, patient_id, subject, properties, ip, request_id)
  on audit_log to airlog_org, airlog_support, airlog_auth;
drop policy own on audit_log;
create policy own on audit_log for select to airlog_org using (org_id = ctx_org() and actor_user_id = ctx_user());

-- ---- Devices write for the patients that they were assigned to

drop policy device on usage_nights;
create policy device_read on usage_nights for select to airlog_device using (exists (select from machines m where m.id = machine_id));
create policy device_update on usage_nights for update to airlog_device using (exists (select from machines m where m.id = machine_id));
create policy device_insert on usage_nights for insert to airlog_device
  with check (exists (select from device_history h where h.machine_id = usage_nights.machine_id and h.patient_id = usage_nights.patient_id));
drop policy device on connections;
create policy device_read on connections for select to airlog_device using (exists (select from machines m where m.id = machine_id));
create policy device_update on connections for update to airlog_device using (exists (select from machines m where m.id = machine_id));
create policy device_insert on connections for insert to airlog_device
  with check (exists (select from device_history h where h.machine_id = connections.machine_id and h.patient_id = connections.patient_id));
