-- Assignments that are no longer listed: removed from view, or void because they never happened (decisions/123).

-- ---- What is kept

-- Void and its undo are acts like the others (081). Of an assignment that is not listed the last version says which one it was, and why it is void.
alter table assignment_versions
  drop constraint assignment_versions_act_check,
  add constraint assignment_versions_act_check check (act in ('made', 'edited', 'deleted', 'voided', 'restored')),
  add constraint assignment_versions_reason_check check (length(reason) between 1 and 1000 and (act <> 'voided' or reason is not null));
create index assignment_versions_former on assignment_versions (patient_id, machine_id) where act in ('deleted', 'voided') and upper_inf(known);
grant update (act, reason) on assignment_versions to airlog_definer;

-- What a voided assignment had besides its dates, until it is restored.
create table voided_assignments (
  history_id int primary key,
  org_id int not null, patient_id int not null,
  has_pin boolean not null,
  created_by int, created_at timestamptz not null,
  settings jsonb not null check (jsonb_typeof(settings) = 'array'),
  foreign key (org_id, patient_id) references patients (org_id, id) on update cascade
);
create index voided_assignments_patient on voided_assignments (org_id, patient_id);
alter table voided_assignments enable row level security, force row level security;
create policy definer on voided_assignments to airlog_definer using (true) with check (true);
grant select, insert, delete on voided_assignments to airlog_definer;

-- Deletions of before 081: the audit log has the machine and the dates of each.
create policy before on assignment_versions for insert to airlog_jobs with check (true);
grant insert on assignment_versions to airlog_jobs;
set local role airlog_jobs;
insert into assignment_versions (history_id, org_id, patient_id, machine_org_id, machine_id, start_date, end_date, known, act, actor_user_id)
select distinct on (gone.id) gone.id, p.org_id, p.id, m.org_id, m.id, gone.start_date, gone.end_date, tstzrange(gone.at, null, '(]'), 'deleted', gone.actor
  from (select substring(l.properties ->> 'deleted' from '^DeviceHistory:(\d{1,9})$')::int as id, l.patient_ids[1] as patient_id, (l.properties ->> 'machine')::int as machine_id,
               (l.properties ->> 'startDate')::date as start_date, (l.properties ->> 'endDate')::date as end_date, l.created_at as at, l.actor_user_id as actor
          from audit_log l
         where l.operation in ('Mutation.deleteDevice', 'DELETE /api/patients/{id}/devices/{deviceId}') and l.outcome = 'done' and cardinality(l.patient_ids) = 1) gone
  join patients p on p.id = gone.patient_id
  join machines m on m.id = gone.machine_id
 where gone.start_date is not null and not exists (select from assignment_versions v where v.history_id = gone.id)
 order by gone.id, gone.at desc;
reset role;
revoke insert on assignment_versions from airlog_jobs;
drop policy before on assignment_versions;

-- ---- The nights of one assignment

-- The nights that a patient has by one assignment, listed or removed from view, and by no other one: a night of several assignments of the patient is of the
-- listed one, or else of the one that was removed last. None of an assignment that is void.
create function nights_of_assignment(history int) returns setof usage_nights language sql stable as $$
  select n.*
    from (select h.machine_id, h.patient_id, h.start_date, h.end_date, null::timestamptz as removed_at from device_history h where h.id = history
          union all
          select v.machine_id, v.patient_id, v.start_date, v.end_date, lower(v.known) from assignment_versions v
           where v.history_id = history and v.act = 'deleted' and upper_inf(v.known)) a
    join usage_nights n on n.machine_id = a.machine_id and n.patient_id = a.patient_id
      and n.usage_date >= a.start_date and n.usage_date < coalesce(a.end_date, 'infinity')
   where a.removed_at is null
      or not exists (select from device_history h where h.machine_id = n.machine_id and h.patient_id = n.patient_id
                       and h.start_date <= n.usage_date and n.usage_date < coalesce(h.end_date, 'infinity'))
     and not exists (select from assignment_versions l
                      where l.patient_id = n.patient_id and l.machine_id = n.machine_id and l.act = 'deleted' and upper_inf(l.known)
                        and (lower(l.known), l.history_id) > (a.removed_at, history)
                        and l.start_date <= n.usage_date and n.usage_date < coalesce(l.end_date, 'infinity'))
$$;

-- ---- Void, and its undo

-- Blocks other assignments of the patient and the machine until the end of the transaction, in the order of the portal, and then the nights of the machine.
create function lock_assignment(patient int, machine int) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(1, patient);
  perform pg_advisory_xact_lock(2, hashtext(m.serial)) from machines m where m.id = machine;
  perform lock_nights(machine);
end $$;

-- The last version of an assignment of a patient that the caller sees; no row for any other.
create function ctx_assignment(history int) returns setof assignment_versions language sql stable security definer set search_path = public, pg_temp as $$
  select v.* from assignment_versions v join patients p on p.id = v.patient_id and ctx_sees(p.visible_org_ids, array[p.location_id])
   where v.history_id = history and upper_inf(v.known)
$$;

-- Voids an assignment, listed or removed from view: it never happened, and its nights are of no patient. Returns their number; null when there is no such
-- assignment of a patient that the caller sees, or it is void already.
create function void_assignment(history int, why text) returns int language plpgsql security definer set search_path = public, pg_temp as $$
declare
  was assignment_versions;
  listed device_history;
  kept jsonb;
  nights bigint[];
begin
  if not ctx_may('delete.device') then perform refuse('Not permitted: delete.device'); end if;
  select v.* into was from ctx_assignment(history) v;
  if not found then return null; end if;
  perform lock_assignment(was.patient_id, was.machine_id);
  -- Read with the locks: another change may have come first.
  select v.* into was from ctx_assignment(history) v where v.act <> 'voided';
  if not found then return null; end if;
  select h.* into listed from device_history h where h.id = history;
  nights := array (select n.id from nights_of_assignment(history) n);
  select coalesce(jsonb_agg(s order by s.id), '[]') into kept from settings_records s where s.history_id = history;
  if kept <> '[]' and current_setting('role') in ('airlog_org', 'airlog_limited') and was.org_id <> ctx_org() then
    perform refuse('A partner may not void an assignment with settings.');
  end if;
  insert into voided_assignments (history_id, org_id, patient_id, has_pin, created_by, created_at, settings)
  select history, was.org_id, was.patient_id, coalesce(listed.has_pin, false), coalesce(listed.created_by, made.actor_user_id), coalesce(listed.created_at, lower(made.known), now()), kept
    from (select) one left join assignment_versions made on made.history_id = history and made.act = 'made';
  if listed.id is not null then
    delete from device_history h where h.id = history;
    update assignment_versions v set act = 'voided', reason = why where v.history_id = history and upper_inf(v.known);
  else
    update assignment_versions v set known = tstzrange(lower(v.known), greatest(now(), lower(v.known) + interval '1 microsecond'), '(]')
     where v.id = was.id returning v.* into was;
    insert into assignment_versions (history_id, org_id, patient_id, machine_org_id, machine_id, start_date, end_date, known, act, actor_user_id, actor_name, actor_email, reason)
    select history, was.org_id, was.patient_id, was.machine_org_id, was.machine_id, was.start_date, was.end_date, tstzrange(upper(was.known), null, '(]'), 'voided',
           u.id, u.last_name || ', ' || u.first_name, u.email, why
      from (select ctx_user() as id) actor left join users u on u.id = actor.id;
  end if;
  update usage_nights n set org_id = null, patient_id = null where n.id = any (nights);
  -- No undo of a correction gives a night back to the patient by this assignment.
  update usage_night_returns r set patient_id = null
   where r.machine_id = was.machine_id and r.patient_id = was.patient_id
     and r.usage_date >= was.start_date and r.usage_date < coalesce(was.end_date, 'infinity')
     and not exists (select from device_history h where h.machine_id = r.machine_id and h.patient_id = r.patient_id
                       and h.start_date <= r.usage_date and r.usage_date < coalesce(h.end_date, 'infinity'));
  return cardinality(nights);
end $$;

-- Lists a voided assignment again, with its dates, its settings and the nights of its dates. Returns their number; null when there is no such assignment of a
-- patient that the caller sees. The constraints of device_history refuse one that overlaps another.
create function restore_assignment(history int) returns int language plpgsql security definer set search_path = public, pg_temp as $$
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
  insert into device_history (id, org_id, patient_id, machine_org_id, machine_id, start_date, end_date, has_pin, created_by, created_at)
  values (history, was.org_id, was.patient_id, was.machine_org_id, was.machine_id, was.start_date, was.end_date, kept.has_pin, kept.created_by, kept.created_at);
  update assignment_versions v set act = 'restored' where v.history_id = history and upper_inf(v.known);
  insert into settings_records select s.* from jsonb_populate_recordset(null::settings_records, kept.settings) s;
  return (select count(*) from nights_of_assignment(history));
end $$;

revoke insert (org_id, patient_id, machine_org_id, machine_id, start_date) on device_history from airlog_definer;
grant insert, delete on device_history to airlog_definer;
create policy definer_insert on settings_records for insert to airlog_definer with check (true);
grant insert on settings_records to airlog_definer;

-- ---- Owners of the functions

grant create on schema public to airlog_definer;
revoke all on function nights_of_assignment(int), lock_assignment(int, int), ctx_assignment(int), void_assignment(int, text), restore_assignment(int) from public;
grant execute on function nights_of_assignment(int) to airlog_org, airlog_support, airlog_definer;
alter function lock_assignment(int, int) owner to airlog_definer;
alter function ctx_assignment(int) owner to airlog_definer;
alter function void_assignment(int, text) owner to airlog_definer;
alter function restore_assignment(int) owner to airlog_definer;
revoke create on schema public from airlog_definer;
grant execute on function void_assignment(int, text), restore_assignment(int) to airlog_org, airlog_support;
