-- Two more principals. Neither logs in; both are bound like the others.
--   airlog_device  one device at the gateway: its machine, that machine's assignments, and what hangs on them
--   airlog_jobs    the work of the queue: owns the queue's schema, reads what its jobs need, across organisations
do $$
declare wanted text;
begin
  foreach wanted in array array['airlog_device', 'airlog_jobs'] loop
    if not exists (select from pg_roles where rolname = wanted) then
      begin
        execute format('create role %I nologin nobypassrls', wanted);
      exception when duplicate_object or unique_violation then null; -- two databases of one cluster migrating at once
      end;
    end if;
  end loop;
  if not pg_has_role(current_user, 'airlog_jobs', 'usage') then execute format('grant airlog_jobs to %I', current_user); end if;
end $$;
grant usage on schema public to airlog_device, airlog_jobs;
create schema pgboss authorization airlog_jobs;

create function ctx_machine() returns int language sql stable parallel safe
  as $$ select nullif(current_setting('app.machine_id', true), '')::int $$;

-- The way of a change to the device. A record without them was collected, or was written before the gateway was there.
alter table settings_records
  add based_on_id int,         -- the record that the editor saw; told, not followed
  add expires_at timestamptz,  -- a change that the device did not answer until then is a failed delivery
  add sent_at timestamptz,     -- the device fetched it
  add answered_at timestamptz, -- the device took it over or refused it
  add failure text check (failure in ('refused', 'expired', 'device-ended')),
  add refusal text check (length(refusal) <= 500); -- the device's own reason
create index settings_expiring on settings_records (expires_at) where status = 'pending';

-- The machine that a serial number names, for a device that proves who it is before it may read anything. Real devices are not driven.
create function device_of_serial(wanted text) returns table (id int, org_id int)
  language sql stable security definer set search_path = public, pg_temp as $$
  select m.id, m.org_id from machines m where m.serial = wanted and m.simulated
$$;

-- The last night of a patient, whatever brought it.
create function usage_nights_reported() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update patients p set last_report = n.night from (select patient_id, max(night) as night from arrived group by patient_id) n
   where p.id = n.patient_id and p.last_report is distinct from greatest(p.last_report, n.night);
  return null;
end $$;
create trigger usage_nights_reported after insert on usage_nights referencing new table as arrived
  for each statement execute function usage_nights_reported();

do $$
declare f text;
begin
  grant create on schema public to airlog_definer;
  foreach f in array array['device_of_serial(text)', 'usage_nights_reported()'] loop
    execute format('revoke all on function %s from public', f);
    execute format('alter function %s owner to airlog_definer', f);
  end loop;
  revoke create on schema public from airlog_definer;
end $$;
grant execute on function device_of_serial(text) to airlog_device;

-- A device: itself, then children through their parent.
create policy device on machines for select to airlog_device using (id = ctx_machine());
create policy device on modules for select to airlog_device using (exists (select from machines m where m.id = machine_id));
create policy device on device_history for select to airlog_device using (exists (select from machines m where m.id = machine_id));
create policy device on settings_records to airlog_device using (exists (select from device_history h where h.id = history_id));
create policy device on connections to airlog_device using (exists (select from machines m where m.id = machine_id));
create policy device on usage_nights to airlog_device using (exists (select from machines m where m.id = machine_id));
grant select on machine_models, machines, modules, device_history to airlog_device;
grant select, insert, update (status, source, collected_at, sent_at, answered_at, failure, refusal) on settings_records to airlog_device;
grant select, insert, update (end_time, exit_flag) on connections to airlog_device;
grant select, insert, update (overruled, minutes, ahi, pressure, p95, leak) on usage_nights to airlog_device;

-- The queue's work: every row of what it reads, and of settings only the status.
do $$
declare t text;
begin
  foreach t in array array['organizations', 'patients', 'machines', 'modules', 'device_history', 'usage_nights'] loop
    execute format('create policy jobs on %I for select to airlog_jobs using (true)', t);
  end loop;
end $$;
create policy jobs on settings_records to airlog_jobs using (true) with check (true);
grant select on organizations, machine_models, patients, machines, modules, device_history, usage_nights, settings_records to airlog_jobs;
grant update (status, failure, answered_at) on settings_records to airlog_jobs;

-- Staff ends or replaces a change: that is a status, and why.
grant update (failure) on settings_records to airlog_org, airlog_support;
