-- What the lists and the home page ask of an assignment, in one narrow row: a list of a million patients cannot compute it
-- for each row. Nothing in it depends on today: "silent" and "waiting" follow from its times and the clock.

create table device_states (
  history_id int primary key,
  org_id int not null, patient_id int not null, machine_id int not null,
  visible_org_ids int[] not null, location_id int, -- the patient's, for row-level security
  active_since date,             -- the first day; null when the assignment ended
  settings_state text not null default 'none' check (settings_state in ('pending', 'failed', 'void', 'current', 'defaults', 'none')),
  submitted_at timestamptz,      -- of the change that settings_state names
  heard_at timestamptz,          -- last contact of the module, -infinity before the first; null without a module or after the end
  last_session_at timestamptz,   -- start of the newest session within the assignment's days
  foreign key (org_id, patient_id, history_id) references device_history (org_id, patient_id, id) on update cascade on delete cascade
);
create index device_states_patient on device_states (patient_id);
create index device_states_machine on device_states (machine_id);
-- What row-level security reads is in each index too. The reasons for attention are few rows among all.
create index device_states_failed on device_states (patient_id) include (visible_org_ids, location_id)
  where active_since is not null and settings_state = 'failed';
create index device_states_waiting on device_states (submitted_at, patient_id) include (visible_org_ids, location_id)
  where active_since is not null and settings_state = 'pending';
create index device_states_heard on device_states (heard_at, patient_id) include (active_since, visible_org_ids, location_id) where heard_at is not null;
create index device_states_settings on device_states (settings_state, history_id) include (visible_org_ids, location_id);
create index device_states_session on device_states (last_session_at, history_id) include (visible_org_ids, location_id);

alter table device_states enable row level security, force row level security;
create policy visible on device_states for select to airlog_org using (visible_org_ids @> array[ctx_org()]);
create policy location on device_states as restrictive to airlog_limited using (location_id = any (ctx_locations()));
create policy support on device_states for select to airlog_support using (true);
create policy definer on device_states to airlog_definer using (true) with check (true);
grant select on device_states to airlog_org, airlog_support;
grant select, insert, update on device_states to airlog_definer;
create policy definer on settings_records for select to airlog_definer using (true);
create policy definer on connections for select to airlog_definer using (true);
grant select on settings_records, connections to airlog_definer;

-- ---- The rules

-- The change that the device has not applied, the newest first and a pending one before all; else what the device uses.
create function settings_state_of(history int) returns table (state text, submitted_at timestamptz) language sql stable as $$
  select coalesce(change.status,
      (select u.status from settings_records u where u.history_id = history and u.status in ('current', 'defaults')), 'none'), change.submitted_at
    from (values (1)) one left join lateral (
      select s.status, s.submitted_at from settings_records s where s.history_id = history and s.is_edit
       order by s.status = 'pending' desc, s.submitted_at desc nulls last, s.id desc limit 1
    ) change on change.status in ('pending', 'failed', 'void')
$$;

-- An assignment's days are those of the zone of the patient's organization, and both ends are included.
create function in_days(at timestamptz, starts date, ends date, zone text) returns boolean language sql immutable parallel safe as $$
  select at >= starts::timestamp at time zone zone and (ends is null or at < (ends + 1)::timestamp at time zone zone)
$$;

-- The states of the assignments from one id to another: what the triggers below keep.
create function device_states_of(lowest int, highest int) returns setof device_states language sql stable as $$
  select h.id, h.org_id, h.patient_id, h.machine_id, p.visible_org_ids, p.location_id,
      case when h.end_date is null then h.start_date end, settings.state, settings.submitted_at,
      case when h.end_date is null and m.machine_id is not null then coalesce(m.last_connected_at, '-infinity') end,
      (select c.start_time from connections c where c.machine_id = h.machine_id and c.patient_id = h.patient_id
          and in_days(c.start_time, h.start_date, h.end_date, o.timezone) order by c.start_time desc limit 1)
    from device_history h join patients p on p.id = h.patient_id join organizations o on o.id = h.org_id
    left join modules m on m.machine_id = h.machine_id cross join lateral settings_state_of(h.id) settings
   where h.id between lowest and highest
$$;

-- ---- Kept by triggers
--
-- Locks, in this order: patient, machine, state. A session that arrives while its machine is being assigned waits and
-- then finds the state.

-- After device_history_changed, which has locked the patient and the machine.
create function device_history_states() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into device_states select * from device_states_of(new.id, new.id);
  else
    update device_states s set machine_id = now.machine_id, visible_org_ids = now.visible_org_ids, location_id = now.location_id,
        active_since = now.active_since, heard_at = now.heard_at, last_session_at = now.last_session_at
      from device_states_of(new.id, new.id) now where s.history_id = now.history_id;
  end if;
  return null;
end $$;
create trigger device_history_states after insert or update of patient_id, machine_id, start_date, end_date on device_history
  for each row execute function device_history_states();

create function patient_states() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update device_states set visible_org_ids = new.visible_org_ids, location_id = new.location_id where patient_id = new.id;
  return null;
end $$;
create trigger patient_states after update on patients for each row
  when ((old.visible_org_ids, old.location_id) is distinct from (new.visible_org_ids, new.location_id)) execute function patient_states();

create function settings_states() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare history int := coalesce(new.history_id, old.history_id);
begin
  -- The lock: of two concurrent changes the later one sees both.
  perform from device_states s where s.history_id = history for no key update;
  update device_states s set settings_state = now.state, submitted_at = now.submitted_at from settings_state_of(history) now
   where s.history_id = history and (s.settings_state, s.submitted_at) is distinct from (now.state, now.submitted_at);
  return null;
end $$;
create trigger settings_states after insert or delete or update of status, is_edit, submitted_at on settings_records
  for each row execute function settings_states();

create function module_states() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare machine int := coalesce(new.machine_id, old.machine_id);
begin
  if tg_op <> 'UPDATE' then
    perform from machines m where m.id = machine for share;
  end if;
  update device_states s set heard_at = case when tg_op <> 'DELETE' then coalesce(new.last_connected_at, '-infinity') end
   where s.machine_id = machine and s.active_since is not null;
  return null;
end $$;
create trigger module_states after insert or delete or update of last_connected_at on modules
  for each row execute function module_states();

create function session_states() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from machines m where m.id in (select a.machine_id from arrived a) order by m.id for share;
  perform from device_states s where s.machine_id in (select a.machine_id from arrived a) order by s.history_id for no key update;
  update device_states s set last_session_at = greatest(s.last_session_at, newest.at) from (
    select h.id, max(a.start_time) as at from arrived a
      join device_history h on h.machine_id = a.machine_id and h.patient_id = a.patient_id join organizations o on o.id = h.org_id
     where in_days(a.start_time, h.start_date, h.end_date, o.timezone) group by h.id
  ) newest where s.history_id = newest.id and s.last_session_at is distinct from greatest(s.last_session_at, newest.at);
  return null;
end $$;
create trigger connections_states after insert on connections referencing new table as arrived
  for each statement execute function session_states();

create function organization_states() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update device_states s set last_session_at = now.last_session_at
    from device_history h cross join lateral device_states_of(h.id, h.id) now where h.org_id = new.id and s.history_id = h.id;
  return null;
end $$;
create trigger organization_states after update of timezone on organizations for each row
  when (old.timezone <> new.timezone) execute function organization_states();

-- Derives the states of all assignments again: after rows that were written without triggers.
create function rebuild_device_states() returns void language plpgsql as $$
begin
  lock table device_states in share row exclusive mode;
  merge into device_states s using device_states_of(-2147483648, 2147483647) now on s.history_id = now.history_id
    when matched and s.* is distinct from now.* then update set machine_id = now.machine_id, visible_org_ids = now.visible_org_ids, location_id = now.location_id,
      active_since = now.active_since, settings_state = now.settings_state, submitted_at = now.submitted_at,
      heard_at = now.heard_at, last_session_at = now.last_session_at
    when not matched then insert values (now.history_id, now.org_id, now.patient_id, now.machine_id, now.visible_org_ids, now.location_id,
      now.active_since, now.settings_state, now.submitted_at, now.heard_at, now.last_session_at);
end $$;

-- ---- Owners of the functions

grant create on schema public to airlog_definer;
revoke all on function device_history_states(), patient_states(), settings_states(), module_states(), session_states(), organization_states(), rebuild_device_states(),
  settings_state_of(int), device_states_of(int, int) from public;
alter function device_history_states() owner to airlog_definer;
alter function patient_states() owner to airlog_definer;
alter function settings_states() owner to airlog_definer;
alter function module_states() owner to airlog_definer;
alter function session_states() owner to airlog_definer;
alter function organization_states() owner to airlog_definer;
alter function settings_state_of(int) owner to airlog_definer;
alter function device_states_of(int, int) owner to airlog_definer;
revoke create on schema public from airlog_definer;

insert into device_states select * from device_states_of(-2147483648, 2147483647);
