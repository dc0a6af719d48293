-- Row-level security, enabled and forced on every tenant table, with three shapes only:
--   own rows           org_id = ctx_org()
--   shareable roots    visible_org_ids @> array[ctx_org()]
--   children           exists (parent), whose own policy applies inside
-- Restrictive policies narrow airlog_limited to its locations. No OR: an OR turns an index scan into a table scan.
-- A policy stands only where its command is granted. test/contract/row-security.test.ts compares each with the list of shapes and proves that each is needed.
-- airlog_support, airlog_auth and airlog_definer are separate roles with policies of their own.

do $$
declare t text;
begin
  foreach t in array array['organizations', 'locations', 'org_groups', 'org_group_locations', 'users', 'user_roles', 'user_locations', 'user_groups',
    'user_credentials', 'sessions', 'attempt_counters', 'audit_log', 'patients', 'machines', 'modules', 'device_history', 'settings_records',
    'connections', 'usage_nights', 'icode_reports'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
  end loop;
end $$;

-- own rows
create policy own on locations for select to airlog_org using (org_id = ctx_org());
create policy own on org_groups for select to airlog_org using (org_id = ctx_org());
create policy own on org_group_locations for select to airlog_org using (org_id = ctx_org());
create policy own on user_roles for select to airlog_org using (org_id = ctx_org());
create policy own on user_locations for select to airlog_org using (org_id = ctx_org());
create policy own on user_groups for select to airlog_org using (org_id = ctx_org());
create policy own on audit_log for select to airlog_org using (org_id = ctx_org());
create policy own_insert on audit_log for insert to airlog_org with check (org_id = ctx_org() and actor_user_id = ctx_user());

-- shareable roots: read where visible, write where owned (patients and icode_reports: where visible, partners work on them)
create policy visible on organizations for select to airlog_org using (visible_org_ids @> array[ctx_org()]);
create policy visible on users for select to airlog_org using (visible_org_ids @> array[ctx_org()]);
create policy own_update on users for update to airlog_org using (org_id = ctx_org());
create policy visible on patients for select to airlog_org using (visible_org_ids @> array[ctx_org()]);
create policy own_insert on patients for insert to airlog_org with check (org_id = ctx_org());
create policy visible_update on patients for update to airlog_org
  using (visible_org_ids @> array[ctx_org()]) with check (visible_org_ids @> array[ctx_org()]);
create policy location on patients as restrictive to airlog_limited using (location_id = any (ctx_locations()));
create policy visible on machines for select to airlog_org using (visible_org_ids @> array[ctx_org()]);
create policy visible_update on machines for update to airlog_org using (visible_org_ids @> array[ctx_org()]);
create policy location on machines as restrictive to airlog_limited using (visible_location_ids && ctx_locations());
create policy visible on icode_reports for select to airlog_org using (visible_org_ids @> array[ctx_org()]);
create policy visible_insert on icode_reports for insert to airlog_org with check (visible_org_ids @> array[ctx_org()]);
-- A report without a patient is its submitter's; any other follows its patient's location.
create policy location on icode_reports as restrictive to airlog_limited
  using (case when patient_id is null then submitted_by_id = ctx_user() else exists (select from patients p where p.id = patient_id) end);

-- children through their parent
create policy child on modules to airlog_org using (exists (select from machines m where m.id = machine_id));
create policy child on device_history to airlog_org
  using (exists (select from patients p where p.id = patient_id))
  with check (exists (select from patients p where p.id = patient_id) and exists (select from machines m where m.id = machine_id));
create policy child on settings_records to airlog_org using (exists (select from patients p where p.id = patient_id));
create policy child on connections to airlog_org using (exists (select from patients p where p.id = patient_id));
create policy child on usage_nights to airlog_org using (exists (select from patients p where p.id = patient_id));

-- support staff: every row, every use audited by the service
do $$
declare t text;
begin
  foreach t in array array['organizations', 'locations', 'org_groups', 'org_group_locations', 'users', 'user_roles', 'user_locations', 'user_groups',
    'audit_log', 'patients', 'machines', 'modules', 'device_history', 'settings_records', 'connections', 'usage_nights', 'icode_reports'] loop
    execute format('create policy support on %I to airlog_support using (true) with check (true)', t);
  end loop;
  foreach t in array array['organizations', 'locations', 'org_groups', 'org_group_locations', 'users', 'user_roles', 'user_locations', 'user_groups',
    'user_credentials', 'sessions', 'attempt_counters', 'audit_log'] loop
    execute format('create policy auth on %I to airlog_auth using (true) with check (true)', t);
  end loop;
  foreach t in array array['organizations', 'users', 'patients', 'machines', 'device_history', 'icode_reports'] loop
    execute format('create policy definer on %I to airlog_definer using (true) with check (true)', t);
  end loop;
end $$;

grant select on organization_types, clinical_types, roles, role_permissions, machine_models to airlog_org, airlog_support, airlog_auth;

grant select on organizations, locations, org_groups, org_group_locations, users, user_roles, user_locations, user_groups, patients, machines,
  modules, device_history, settings_records, connections, usage_nights, icode_reports, audit_log to airlog_org, airlog_support;
grant insert on audit_log to airlog_org, airlog_support, airlog_auth;
grant update (first_name, last_name, phone, locale) on users to airlog_org, airlog_support;
grant insert on patients to airlog_org, airlog_support;
-- The owner of a patient changes by migration only, and who sees it and its current serial are derived.
grant update (location_id, dme_id, clinician_org_id, clinician_id, physician_org_id, physician_id, assigned_id, is_rules_active, first_name, last_name, email,
  birth_date, sex, therapy_start, last_report, note, address1, address2, city, state, zip, country, phone, mobile_phone) on patients to airlog_org, airlog_support;
-- A record or an assignment is never handed to another patient, and an assignment never to another machine: that is a new row.
grant insert, update (status, source, collected_at) on settings_records to airlog_org, airlog_support;
grant insert, update (start_date, end_date, has_pin), delete on device_history to airlog_org, airlog_support;
grant update (pin_cipher) on machines to airlog_org, airlog_support;
grant insert on icode_reports to airlog_org, airlog_support;

grant select on organizations, locations, org_groups, org_group_locations, user_roles, user_locations, user_groups to airlog_auth;
grant select, update on users to airlog_auth;
grant select, insert, update on user_credentials to airlog_auth;
grant select, insert, update, delete on sessions, attempt_counters to airlog_auth;

grant select on patients, machines, device_history, icode_reports, organizations, users to airlog_definer;
grant update on patients, machines, icode_reports, organizations, users to airlog_definer;
