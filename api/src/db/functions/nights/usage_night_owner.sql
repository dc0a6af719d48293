-- The patient who had the machine on the date; none without an assignment. A date range is half-open.
-- On a date that no assignment covers, a night that was there before is of the patient whose night it would be had it stayed.
-- A voided night keeps its date until it is given back.
create or replace function usage_night_owner() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform lock_nights(new.machine_id);
  if tg_op = 'INSERT' then
    new.usage_date := coalesce(new.usage_date, new.night);
    if new.patient_id is not null then return new; end if;
  elsif new.usage_date = old.usage_date then
    return new;
  elsif old.state = 9 then
    raise exception 'A voided night keeps its date.' using errcode = 'check_violation', constraint = 'usage_night_voided', table = 'usage_nights';
  end if;
  select h.org_id, h.patient_id into new.org_id, new.patient_id from device_history h
    where h.machine_id = new.machine_id and h.start_date <= new.usage_date and (h.end_date is null or new.usage_date < h.end_date);
  if not found and tg_op = 'UPDATE' then
    select p.org_id, p.id into new.org_id, new.patient_id from usage_night_returns r join patients p on p.id = r.patient_id
      where r.night_id = new.id and r.usage_date = new.usage_date;
  end if;
  return new;
end $$;

revoke all on function usage_night_owner() from public;
alter function usage_night_owner() owner to airlog_definer;
