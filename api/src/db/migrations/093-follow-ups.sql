-- Follow-ups (decisions/127): a patient, a reason, and until when. The reason is computed; stored are the days from which a computed reason holds, next to
-- the result that they follow from, and what staff decides about it.

-- ---- The days of the reasons that follow from nights and codes

-- From short_on on at most three of the nights that are left may be missed, or the rule is out of reach. Codes are to be read from call_on until call_until; on
-- that last day a code of call_longest days too. Like the other dates they are true on every later day until a night, a code or a device changes.
alter table compliance_results
  add column short_on date, add column call_on date, add column call_until date, add column call_longest int,
  add constraint compliance_results_short check (met_on is null or short_on is null or short_on < met_on),
  add constraint compliance_results_call check ((call_on is null) = (call_until is null) and call_on <= call_until and (call_longest is null or call_on is not null));
grant update (short_on, call_on, call_until, call_longest) on compliance_results to airlog_jobs;
alter table patients add column compliance_short_on date, add column compliance_call_on date, add column compliance_call_until date;

-- The order of the follow-ups of each reason; what row-level security reads is in the index too.
create index patients_short on patients (compliance_cannot_be_met_on, compliance_short_on, id) include (compliance_closes_on, visible_org_ids, location_id)
  where compliance_met_on is null and compliance_short_on is not null;
create index patients_calls on patients (compliance_call_until, compliance_call_on, id) include (visible_org_ids, location_id) where compliance_call_on is not null;

-- As before (084), with the new dates.
create or replace function compliance_result_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update patients p
     set compliance_met_on = new.met_on, compliance_at_risk_on = new.at_risk_on, compliance_cannot_be_met_on = new.cannot_be_met_on,
         compliance_closes_on = new.closes_on, compliance_short_on = new.short_on, compliance_call_on = new.call_on, compliance_call_until = new.call_until
   where p.id = new.patient_id
     and (p.compliance_met_on, p.compliance_at_risk_on, p.compliance_cannot_be_met_on, p.compliance_closes_on, p.compliance_short_on, p.compliance_call_on,
          p.compliance_call_until)
       is distinct from (new.met_on, new.at_risk_on, new.cannot_be_met_on, new.closes_on, new.short_on, new.call_on, new.call_until);
  return null;
end $$;
create or replace function patient_fingerprint(p patients) returns text language sql stable as $$
  select md5((to_jsonb(p) - '{last_report,current_serial,visible_org_ids,search_text,name_key,compliance_met_on,compliance_at_risk_on,compliance_cannot_be_met_on,compliance_closes_on,compliance_short_on,compliance_call_on,compliance_call_until}'::text[])::text)
$$;

-- The days to call follow from codes and devices too. A code of a device is written by its reports alone.
create policy jobs on icode_reports for select to airlog_jobs using (true);
grant select on icode_reports to airlog_jobs;
create function calls_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform recompute_compliance(array[old.patient_id, new.patient_id]);
  return null;
end $$;
create trigger icode_reports_calls after insert or delete or update of patient_id, serial, collected, icode_period, compliant_days, best30, minutes on icode_reports
  for each row execute function calls_changed();
create trigger device_history_calls after insert or delete or update of patient_id, machine_id, start_date, end_date on device_history
  for each row execute function calls_changed();

-- ---- Since when the latest change of settings has failed

alter table device_states add column failed_at timestamptz; -- when the device refused it, or when it expired; null unless settings_state is failed
-- In the place of the one by patient (019): the same rows, in the order of the follow-ups.
drop index device_states_failed;
create index device_states_failed on device_states (failed_at, patient_id) include (visible_org_ids, location_id)
  where active_since is not null and settings_state = 'failed';

create function failed_at_of(history int) returns timestamptz language sql stable as $$
  select coalesce(case when change.failure = 'expired' then change.expires_at else change.answered_at end, change.submitted_at)
    from (select * from settings_records s where s.history_id = history and s.is_edit
           order by s.status = 'pending' desc, s.submitted_at desc nulls last, s.id desc limit 1) change
   where change.status = 'failed' and change.dismissed_at is null
$$;

-- As before (019, 080), with the new time.
create or replace function device_states_of(lowest int, highest int) returns setof device_states language sql stable as $$
  select h.id, h.org_id, h.patient_id, h.machine_id, p.visible_org_ids, p.location_id,
      case when h.end_date is null then h.start_date end, settings.state, settings.submitted_at,
      case when h.end_date is null and m.machine_id is not null then coalesce(m.last_connected_at, '-infinity') end,
      (select c.start_time from connections c where c.machine_id = h.machine_id and c.patient_id = h.patient_id
          and in_days(c.start_time, h.start_date, h.end_date, o.timezone) order by c.start_time desc limit 1),
      failed_at_of(h.id)
    from device_history h join patients p on p.id = h.patient_id join organizations o on o.id = h.org_id
    left join modules m on m.machine_id = h.machine_id cross join lateral settings_state_of(h.id) settings
   where h.id between lowest and highest
$$;
create or replace function settings_states() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare history int := coalesce(new.history_id, old.history_id);
begin
  -- The lock: of two concurrent changes the later one sees both.
  perform from device_states s where s.history_id = history for no key update;
  update device_states s set settings_state = now.state, submitted_at = now.submitted_at, failed_at = failed_at_of(history) from settings_state_of(history) now
   where s.history_id = history and (s.settings_state, s.submitted_at, s.failed_at) is distinct from (now.state, now.submitted_at, failed_at_of(history));
  return null;
end $$;
drop trigger settings_states on settings_records;
create trigger settings_states after insert or delete
  or update of status, is_edit, submitted_at, dismissed_at, answered_at, expires_at, failure on settings_records
  for each row execute function settings_states();
create or replace function rebuild_device_states() returns void language plpgsql as $$
begin
  lock table device_states in share row exclusive mode;
  merge into device_states s using device_states_of(-2147483648, 2147483647) now on s.history_id = now.history_id
    when matched and s.* is distinct from now.* then update set machine_id = now.machine_id, visible_org_ids = now.visible_org_ids, location_id = now.location_id,
      active_since = now.active_since, settings_state = now.settings_state, submitted_at = now.submitted_at,
      heard_at = now.heard_at, last_session_at = now.last_session_at, failed_at = now.failed_at
    when not matched then insert values (now.history_id, now.org_id, now.patient_id, now.machine_id, now.visible_org_ids, now.location_id,
      now.active_since, now.settings_state, now.submitted_at, now.heard_at, now.last_session_at, now.failed_at);
end $$;
create or replace function repair_device_states(histories int[]) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from device_states s where s.history_id = any (histories) order by s.history_id for update;
  delete from device_states s where s.history_id = any (histories) and not exists (select from device_history h where h.id = s.history_id);
  update device_states s set org_id = now.org_id, patient_id = now.patient_id, machine_id = now.machine_id, visible_org_ids = now.visible_org_ids,
      location_id = now.location_id, active_since = now.active_since, settings_state = now.settings_state, submitted_at = now.submitted_at,
      heard_at = now.heard_at, last_session_at = now.last_session_at, failed_at = now.failed_at
    from unnest(histories) h (id) cross join lateral device_states_of(h.id, h.id) now where s.history_id = h.id and s.* is distinct from now.*;
  insert into device_states select now.* from unnest(histories) h (id) cross join lateral device_states_of(h.id, h.id) now on conflict do nothing;
end $$;
update device_states s set failed_at = failed_at_of(s.history_id) where s.settings_state = 'failed';

-- ---- What staff decided. Each act is a row, and the latest one of an organization, a patient and a reason says how the follow-up is now.

create table follow_ups (
  id int generated by default as identity primary key,
  org_id int not null, patient_id int not null,
  work_org_id int not null references organizations,        -- whose decision it is: of the author, or in which support staff acted
  reason text not null check (reason in ('nights_needed', 'icode_call', 'silent', 'settings_failed')),
  act text not null check (act in ('assigned', 'snoozed', 'done', 'reopened')),
  replaces_id int,                                          -- the act before it; null for the first one
  -- Since this act:
  assignee_id int, assignee_name text,                      -- of the same organization, as the name was then
  hidden_at timestamptz(3), hidden_until date,              -- hidden until that day, unless the reason began after that time
  outcome text check (outcome in ('reached', 'left_message', 'no_answer', 'wrong_number', 'not_needed')),
  note text check (length(note) between 1 and 500),
  -- author and time:
  author_org_id int not null, author_id int not null, author_name text not null,
  created_at timestamptz(3) not null default now(),
  replaced_at timestamptz(3),
  check ((hidden_at is null) = (hidden_until is null) and (outcome is null or hidden_at is not null)),
  check (act <> 'snoozed' or hidden_at is not null and outcome is null), check (act <> 'done' or outcome is not null),
  check (act <> 'reopened' or hidden_at is null), check ((assignee_id is null) = (assignee_name is null)),
  unique (org_id, id),
  foreign key (org_id, patient_id) references patients (org_id, id),
  foreign key (org_id, replaces_id) references follow_ups (org_id, id),
  foreign key (work_org_id, assignee_id) references users (org_id, id),
  foreign key (author_org_id, author_id) references users (org_id, id)
);
create unique index follow_ups_current on follow_ups (work_org_id, patient_id, reason) where replaced_at is null;
create unique index follow_ups_replaced on follow_ups (org_id, replaces_id);
create index follow_ups_patient on follow_ups (patient_id, created_at);
create index follow_ups_owner on follow_ups (org_id, patient_id);
create index follow_ups_assignee on follow_ups (work_org_id, assignee_id) where replaced_at is null;
create index follow_ups_assigned on follow_ups (work_org_id, assignee_id);
create index follow_ups_hidden on follow_ups (work_org_id, hidden_until) where replaced_at is null and hidden_until is not null;
create index follow_ups_author on follow_ups (author_org_id, author_id);

-- Without `offset 0` the database may read all patients into a table of their ids, where there are many acts.
alter table follow_ups enable row level security, force row level security;
create policy own on follow_ups to airlog_org
  using (work_org_id = ctx_org() and exists (select from patients p where p.id = follow_ups.patient_id offset 0));
create policy support on follow_ups to airlog_support using (true) with check (true);
create policy acting on follow_ups as restrictive to airlog_acting
  using (work_org_id = ctx_acting() and exists (select from patients p where p.id = follow_ups.patient_id offset 0));
grant select, insert (org_id, patient_id, reason, act, replaces_id, assignee_id, hidden_until, outcome, note), update (replaced_at)
  on follow_ups to airlog_org, airlog_support;

-- The active users of an organization who may read a patient: of the whole organization, or of the patient's location. The caller sees the patient.
create function follow_up_assignees(patient int) returns table (id int, name text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.last_name || ', ' || u.first_name
    from patients p join users u on u.org_id = coalesce(ctx_acting(), ctx_org()) and u.active and p.visible_org_ids @> array[u.org_id]
   where p.id = patient and ctx_sees(p.visible_org_ids, array[p.location_id])
     and exists (select from user_roles r join role_permissions m on m.role_id = r.role_id
                  where r.user_id = u.id and m.permission in ('view.patient', 'viewAny.patient'))
     and case u.user_type
           when 'Location' then exists (select from user_locations l where l.user_id = u.id and l.location_id = p.location_id)
           when 'Group' then exists (select from user_groups g join org_group_locations l on l.group_id = g.group_id
                                      where g.user_id = u.id and l.location_id = p.location_id)
           else true end
$$;

-- Who decided, when, and what stays as it was are not what the writer says: an assignment hides nothing and ends nothing, the other acts keep the assignee.
create function follow_up_written() returns trigger language plpgsql as $$
declare was follow_ups;
begin
  if is_staff() then
    if not ctx_may('create.patient.note') then perform refuse('Not permitted: create.patient.note'); end if;
    if current_user = 'airlog_support' then perform refuse('Support staff decides in an organization.'); end if;
    new.work_org_id := coalesce(ctx_acting(), ctx_org());
    new.author_org_id := ctx_org();
    new.author_id := ctx_user();
    select u.last_name || ', ' || u.first_name into new.author_name from users u where u.id = ctx_user();
    new.created_at := now();
  end if;
  if new.replaces_id is not null then
    select * into was from follow_ups f where f.id = new.replaces_id;
    if (was.work_org_id, was.patient_id, was.reason) is distinct from (new.work_org_id, new.patient_id, new.reason) then
      perform refuse('An act replaces the one before it.');
    end if;
  end if;
  if new.act = 'assigned' then
    new.hidden_at := was.hidden_at; new.hidden_until := was.hidden_until; new.outcome := was.outcome; new.note := was.note;
    if is_staff() and new.assignee_id is not null then
      select a.name into new.assignee_name from follow_up_assignees(new.patient_id) a where a.id = new.assignee_id;
      if new.assignee_name is null then perform refuse('A follow-up is assigned to a colleague who may read the patient.'); end if;
    end if;
  else
    new.assignee_id := was.assignee_id; new.assignee_name := was.assignee_name;
    if new.act <> 'reopened' then new.hidden_at := new.created_at; end if;
  end if;
  return new;
end $$;
create trigger follow_ups_written before insert on follow_ups for each row execute function follow_up_written();

create function follow_up_replaced() returns trigger language plpgsql as $$
begin
  if old.replaced_at is not null then perform refuse('An act is replaced once.'); end if;
  new.replaced_at := now();
  return new;
end $$;
create trigger follow_ups_replaced before update on follow_ups for each row execute function follow_up_replaced();
create function follow_ups_are_kept() returns trigger language plpgsql as $$
begin
  raise exception 'What staff decided is never deleted.' using errcode = 'integrity_constraint_violation';
end $$;
create trigger follow_ups_never_deleted before delete or truncate on follow_ups for each statement execute function follow_ups_are_kept();

-- ---- Results of before

-- Results without the new dates are computed when a node starts, like those that are missing; of patients of the last hours that is left to their jobs.
delete from compliance_results where met_on is null;
update patients set compliance_at_risk_on = null, compliance_cannot_be_met_on = null, compliance_closes_on = null
 where compliance_met_on is null and compliance_closes_on is not null;
do $$ begin
  if to_regclass('pgboss.queue') is not null then
    perform recompute_compliance(array (
      select p.id from patients p where p.therapy_start is not null and p.compliance_closes_on is null and p.created_at > now() - interval '2 hours'));
  end if;
end $$;

-- ---- Owners of the functions

grant create on schema public to airlog_definer;
revoke all on function calls_changed(), failed_at_of(int), follow_up_assignees(int) from public;
alter function calls_changed() owner to airlog_definer;
alter function failed_at_of(int) owner to airlog_definer;
alter function follow_up_assignees(int) owner to airlog_definer;
grant execute on function follow_up_assignees(int) to airlog_org, airlog_support;
revoke create on schema public from airlog_definer;
