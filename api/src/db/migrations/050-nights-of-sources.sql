-- Where nights come from (decisions/074): the device's own date, nights of iCodes, and how a code was read.

-- ---- The date by the device's own clock

alter table usage_nights add column device_date date; -- as the device sent it; null: a card or a code brought the night
grant insert (device_date) on usage_nights to airlog_device;

-- ---- How a code was read from the device

alter table icode_reports
  add column read_by text check (read_by in ('patient', 'caregiver', 'staff')),
  add column read_how text check (read_how in ('phone', 'visit', 'screen'));

-- ---- A code of one day is a night

-- The last night that a code counts ended in the morning of its collection. Without use there is nothing to measure.
-- A code that was entered for one patient says nothing about a night of another one.
create function icode_report_night() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  evening date := new.collected - 1;
begin
  if exists (select from device_history h where h.machine_id = new.machine_id and h.patient_id <> new.patient_id
               and h.start_date <= evening and (h.end_date is null or evening < h.end_date)) then return null; end if;
  insert into usage_nights (machine_org_id, machine_id, night, source, minutes, ahi, pressure, p95, sni, arrived_at)
  select new.machine_org_id, new.machine_id, evening, 'qr', new.minutes, m.ahi, m.pressure, m.p95, m.sni, new.created_at
    from (select 1) one left join (select new.ahi, new.pressure, new.p95, new.sni) m on new.minutes > 0
  on conflict (machine_id, night, source) do update
     set (minutes, ahi, pressure, p95, sni) = row(excluded.minutes, excluded.ahi, excluded.pressure, excluded.p95, excluded.sni);
  return null;
end $$;
create trigger icode_reports_night after insert on icode_reports for each row
  when (new.icode_period = 1 and new.patient_id is not null and new.machine_id is not null) execute function icode_report_night();
grant insert (machine_org_id, machine_id, night, source, minutes, ahi, pressure, p95, sni, arrived_at),
  update (minutes, ahi, pressure, p95, sni) on usage_nights to airlog_definer;

-- ---- Owners of the functions

grant create on schema public to airlog_definer;
revoke all on function icode_report_night() from public;
alter function icode_report_night() owner to airlog_definer;
revoke create on schema public from airlog_definer;
