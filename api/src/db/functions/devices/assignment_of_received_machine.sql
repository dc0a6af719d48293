-- An assignment covers no day on which another organization than those of the patient had the machine: it would take the nights of that day.
create or replace function assignment_of_received_machine() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  added datemultirange := datemultirange(daterange(new.start_date, case when new.end_date < new.start_date then new.start_date else new.end_date end));
begin
  if tg_op = 'UPDATE' then added := added - datemultirange(daterange(old.start_date, old.end_date)); end if;
  if exists (select from machines m where m.id = new.machine_id and m.handed_over) and not added <@ patient_machine_days(new.machine_id, new.patient_id) then
    raise exception 'The organization did not have the machine on that day.' using errcode = 'check_violation', constraint = 'device_history_since_hand_off';
  end if;
  return new;
end $$;

revoke all on function assignment_of_received_machine() from public;
alter function assignment_of_received_machine() owner to airlog_definer;
