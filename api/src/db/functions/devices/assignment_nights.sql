-- Nights follow an assignment that is made or whose dates change. The nights of a deleted assignment stay with its patient.
-- Nights that would return to a date follow its assignment like those that have the date.
create or replace function assignment_nights() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
    update usage_night_returns r set patient_id = null
      where r.machine_id = old.machine_id and r.patient_id = old.patient_id
        and r.usage_date >= old.start_date and r.usage_date < coalesce(old.end_date, 'infinity');
  end if;
  update usage_nights n set org_id = new.org_id, patient_id = new.patient_id
    where n.machine_id = new.machine_id and n.patient_id is distinct from new.patient_id
      and n.usage_date >= new.start_date and n.usage_date < coalesce(new.end_date, 'infinity');
  update usage_night_returns r set patient_id = new.patient_id
    where r.machine_id = new.machine_id and r.patient_id is distinct from new.patient_id
      and r.usage_date >= new.start_date and r.usage_date < coalesce(new.end_date, 'infinity');
  return null;
end $$;

revoke all on function assignment_nights() from public;
alter function assignment_nights() owner to airlog_definer;
