-- Nights of every source (decisions/069): a night belongs to a machine, and to a patient through the assignment of its date.

alter table usage_nights
  alter column org_id drop not null,
  alter column patient_id drop not null,
  add check ((org_id is null) = (patient_id is null)),
  -- The date that counts: the recorded one, or the one that the date change utility put in its place.
  add column usage_date date,
  add column state smallint not null default 1,     -- 1: valid; others are kept and not counted
  add column record_no int check (record_no >= 0),  -- the device's own number of the record; wireless only
  add column sessions smallint check (sessions between 0 and 999),
  add column obstructive_apneas int check (obstructive_apneas >= 0),
  add column central_apneas int check (central_apneas >= 0),
  add column unclassified_apneas int check (unclassified_apneas >= 0),
  add column hypopneas int check (hypopneas >= 0),
  add column reras int check (reras >= 0),
  add column sni numeric(5, 1),                     -- snores per hour
  add column arrived_at timestamptz(3) not null default now(),
  add column drift_seconds bigint,                  -- our clock minus the device's when the night arrived; null: not known
  add column upload_file_id bigint;                 -- the file of a card that brought it
update usage_nights set usage_date = night, arrived_at = (night + 1)::timestamp at time zone 'UTC' + interval '17 hours';
alter table usage_nights alter column usage_date set not null;

drop index usage_nights_patient;
-- Holds what compliance reads, so that 90 nights of a patient are one range of an index.
create index usage_nights_patient on usage_nights (patient_id, usage_date) include (minutes, source, overruled, state, night);
create index usage_nights_machine on usage_nights (machine_id, usage_date);

-- Priority of data: wireless, then SD card, then QR+.
create function night_priority(source text) returns int language sql immutable parallel safe
  return array_position(array['wireless', 'sd', 'qr'], source);

-- ---- Whose night it is

-- Nights and assignments of a machine are written one transaction at a time: each has read what the one before wrote.
create function lock_nights(machine int) returns void language sql as $$ select pg_advisory_xact_lock(7, machine) $$;

-- The patient who had the machine on the date; none without an assignment. A date range is half-open.
create function usage_night_owner() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform lock_nights(new.machine_id);
  if tg_op = 'INSERT' then
    new.usage_date := coalesce(new.usage_date, new.night);
    if new.patient_id is not null then return new; end if;
  elsif new.usage_date = old.usage_date then
    return new;
  end if;
  select h.org_id, h.patient_id into new.org_id, new.patient_id from device_history h
    where h.machine_id = new.machine_id and h.start_date <= new.usage_date and (h.end_date is null or new.usage_date < h.end_date);
  return new;
end $$;
create trigger usage_nights_owner before insert or update of usage_date, state on usage_nights for each row execute function usage_night_owner();

-- Nights follow an assignment that is made or whose dates change. The nights of a deleted assignment stay with its patient.
create function assignment_nights() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform lock_nights(new.machine_id);
  if tg_op = 'UPDATE' then
    if (old.patient_id, old.machine_id, old.start_date, old.end_date)
      is not distinct from (new.patient_id, new.machine_id, new.start_date, new.end_date) then return null; end if;
    update usage_nights n set org_id = null, patient_id = null
      where n.machine_id = old.machine_id and n.patient_id = old.patient_id
        and n.usage_date >= old.start_date and n.usage_date < coalesce(old.end_date, 'infinity')
        and not (new.patient_id = old.patient_id and new.machine_id = old.machine_id
          and n.usage_date >= new.start_date and n.usage_date < coalesce(new.end_date, 'infinity'));
  end if;
  update usage_nights n set org_id = new.org_id, patient_id = new.patient_id
    where n.machine_id = new.machine_id and n.patient_id is distinct from new.patient_id
      and n.usage_date >= new.start_date and n.usage_date < coalesce(new.end_date, 'infinity');
  return null;
end $$;
create trigger assignment_nights after insert or update on device_history for each row execute function assignment_nights();

-- ---- Which source counts, and the last night of a patient

create function settle_nights(machines int[], dates date[], patients int[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update usage_nights n set overruled = not n.overruled
    from (select distinct k.machine_id, k.usage_date from unnest(machines, dates) k (machine_id, usage_date)) k
   where n.machine_id = k.machine_id and n.usage_date = k.usage_date
     and n.overruled is distinct from exists (
       select from usage_nights h where h.machine_id = n.machine_id and h.usage_date = n.usage_date and h.state = 1
         and night_priority(h.source) < night_priority(n.source));
  update patients p set last_report = l.usage_date
    from (select distinct k.patient_id from unnest(settle_nights.patients) k (patient_id)) k
    left join lateral (select max(n.usage_date) as usage_date from usage_nights n where n.patient_id = k.patient_id) l on true
   where p.id = k.patient_id and p.last_report is distinct from l.usage_date;
end $$;

drop trigger usage_nights_reported on usage_nights;
drop function usage_nights_reported();
create function usage_nights_arrived() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform settle_nights(array_agg(a.machine_id), array_agg(a.usage_date), array_agg(a.patient_id) filter (where a.patient_id is not null)) from arrived a;
  return null;
end $$;
create trigger usage_nights_arrived after insert on usage_nights referencing new table as arrived
  for each statement execute function usage_nights_arrived();

-- Two rows of a source may share a date, and a correction makes no third. Nights that a device or a card sends are never refused.
create function usage_nights_moved() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  machines int[];
  dates date[];
  patients int[];
begin
  select array_agg(c.machine_id), array_agg(c.usage_date), array_agg(c.patient_id) filter (where c.patient_id is not null)
    into machines, dates, patients
    from (select o.machine_id, o.usage_date, o.patient_id from was o join became n using (id)
           where (o.usage_date, o.state, o.patient_id) is distinct from (n.usage_date, n.state, n.patient_id)
          union all
          select n.machine_id, n.usage_date, n.patient_id from was o join became n using (id)
           where (o.usage_date, o.state, o.patient_id) is distinct from (n.usage_date, n.state, n.patient_id)) c;
  if machines is null then return null; end if; -- measurements only, and the second round of settle_nights
  if exists (
    select from (select distinct n.machine_id, n.source, n.usage_date from was o join became n using (id) where o.usage_date <> n.usage_date) k
     where (select count(*) from usage_nights u where u.machine_id = k.machine_id and u.usage_date = k.usage_date and u.source = k.source) > 2
  ) then
    raise exception 'A third night of one source has the same date' using errcode = 'check_violation', constraint = 'usage_nights_two_a_date', table = 'usage_nights';
  end if;
  perform settle_nights(machines, dates, patients);
  return null;
end $$;
create trigger usage_nights_moved after update on usage_nights referencing old table as was new table as became
  for each statement execute function usage_nights_moved();

-- ---- Who reads and writes

-- A night without a patient is its machine's.
drop policy child on usage_nights;
create policy child on usage_nights to airlog_org
  using (case when patient_id is null then exists (select from machines m where m.id = machine_id)
              else exists (select from patients p where p.id = patient_id) end);
drop policy acting on usage_nights;
create policy acting on usage_nights as restrictive to airlog_acting
  using (case when patient_id is null then exists (select from machines m where m.id = usage_nights.machine_id)
              else exists (select from patients p where p.id = usage_nights.patient_id) end);
drop policy device_insert on usage_nights;
create policy device_insert on usage_nights for insert to airlog_device
  with check (case when patient_id is null then exists (select from machines m where m.id = machine_id)
                   else exists (select from device_history h where h.machine_id = usage_nights.machine_id and h.patient_id = usage_nights.patient_id) end);
drop policy jobs on usage_nights;
create policy jobs on usage_nights to airlog_jobs using (true) with check (true);
create policy definer on usage_nights to airlog_definer using (true) with check (true);

revoke insert, update (overruled) on usage_nights from airlog_device;
grant insert (machine_org_id, machine_id, night, source, minutes, sessions, obstructive_apneas, central_apneas, unclassified_apneas, hypopneas, reras,
  ahi, pressure, p95, leak, sni, state, record_no, arrived_at, drift_seconds) on usage_nights to airlog_device;
grant update (sessions, obstructive_apneas, central_apneas, unclassified_apneas, hypopneas, reras, sni, state, record_no, arrived_at, drift_seconds)
  on usage_nights to airlog_device;
grant insert (machine_org_id, machine_id, night, source, minutes, sessions, obstructive_apneas, central_apneas, unclassified_apneas, hypopneas, reras,
  ahi, pressure, p95, leak, sni, state, arrived_at, upload_file_id),
  update (minutes, sessions, obstructive_apneas, central_apneas, unclassified_apneas, hypopneas, reras, ahi, pressure, p95, leak, sni, state, arrived_at, upload_file_id)
  on usage_nights to airlog_jobs;
grant select, update (org_id, patient_id, overruled) on usage_nights to airlog_definer;

-- ---- Owners of the functions

grant create on schema public to airlog_definer;
revoke all on function lock_nights(int), usage_night_owner(), assignment_nights(), settle_nights(int[], date[], int[]), usage_nights_arrived(), usage_nights_moved() from public;
grant execute on function lock_nights(int) to airlog_definer;
alter function usage_night_owner() owner to airlog_definer;
alter function assignment_nights() owner to airlog_definer;
alter function settle_nights(int[], date[], int[]) owner to airlog_definer;
alter function usage_nights_arrived() owner to airlog_definer;
alter function usage_nights_moved() owner to airlog_definer;
revoke create on schema public from airlog_definer;
