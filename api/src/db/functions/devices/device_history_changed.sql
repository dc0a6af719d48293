-- Keeps patients.current_serial and who sees the machine.
create or replace function device_history_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- Patients before machines, as patient_share_names does it: no deadlock, and a concurrent change of the patient waits and then finds this row.
  perform from patients p where p.id in (new.patient_id, old.patient_id) order by p.id for no key update;
  update patients p set current_serial = held.serial from (
    select w.id, m.serial from unnest(array[new.patient_id, old.patient_id]) w(id)
      left join device_history h on h.patient_id = w.id and h.end_date is null left join machines m on m.id = h.machine_id
  ) held where p.id = held.id and p.current_serial is distinct from held.serial;
  perform machine_refresh_visible_orgs(m.id) from (select distinct i as id from unnest(array[new.machine_id, old.machine_id]) i where i is not null order by 1) m;
  return null;
end $$;

revoke all on function device_history_changed() from public;
alter function device_history_changed() owner to airlog_definer;
