-- As before (046), and the night of a deleted assignment stays with its patient when its date is corrected, or a correction undone, until another assignment
-- covers the date (decisions/069): it left its patient for good, and no undo gave it back.
create or replace function usage_night_owner() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  holder record;
begin
  perform lock_nights(new.machine_id);
  if tg_op = 'INSERT' then
    new.usage_date := coalesce(new.usage_date, new.night);
    if new.patient_id is not null then return new; end if;
  elsif new.usage_date = old.usage_date then
    return new;
  end if;
  select h.org_id, h.patient_id into holder from device_history h
    where h.machine_id = new.machine_id and h.start_date <= new.usage_date and (h.end_date is null or new.usage_date < h.end_date);
  if holder.patient_id is null and tg_op = 'UPDATE' and old.patient_id is not null and not exists (
    select from device_history h where h.machine_id = old.machine_id and h.patient_id = old.patient_id
      and h.start_date <= old.usage_date and (h.end_date is null or old.usage_date < h.end_date)) then
    return new;
  end if;
  new.org_id := holder.org_id;
  new.patient_id := holder.patient_id;
  return new;
end $$;
