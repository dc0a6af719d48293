-- The audit log names the patients of each line, and has a line for every read (decisions/038).

alter table audit_log
  -- Whose data the operation changed or showed; empty for data of no patient in particular.
  add column patient_ids int[] not null default '{}',
  -- Part of the hash of the session's id.
  add column session text,
  -- When the data was shown, for a line that was written after the answer.
  add column read_at timestamptz,
  drop column patient_id,
  drop constraint audit_log_outcome_check,
  add constraint audit_log_outcome_check check (outcome in ('done', 'denied', 'refused', 'read', 'exported'));
-- Who saw or changed a patient.
create index audit_log_patients on audit_log using gin (patient_ids);

-- A transaction of staff adds the line of what it did, as the user that it is. Reads, files and denials are added by the sign-in's role, after the
-- answer or outside the transaction: no statement of staff can forge one.
revoke insert on audit_log from airlog_org, airlog_support, airlog_auth;
grant insert (org_id, actor_user_id, operation, outcome, patient_ids, properties, ip, request_id, session)
  on audit_log to airlog_org, airlog_support;
grant insert (org_id, actor_user_id, operation, outcome, patient_ids, properties, ip, request_id, session, read_at) on audit_log to airlog_auth;
drop policy own_insert on audit_log;
create policy own_insert on audit_log for insert to airlog_org
  with check (org_id = ctx_org() and actor_user_id = ctx_user() and outcome = 'done');
create policy own_insert_support on audit_log for insert to airlog_support
  with check (org_id = ctx_org() and actor_user_id = ctx_user() and outcome = 'done');
drop policy support on audit_log;
create policy support on audit_log for select to airlog_support using (true);
