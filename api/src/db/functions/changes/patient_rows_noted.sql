-- Rows of patients were added: for the organizations that see the patient. The lock: a concurrent change of who sees the patient waits, and who sees the
-- patient then reads these rows too. Nights and assignments have locked the patient in nearly every case before.
create or replace function patient_rows_noted() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from patients p where p.id in (select b.patient_id from became b) order by p.id for no key update;
  insert into changes (org_id, type, row_id, event)
  select o, tg_argv[0], b.id, case tg_argv[0] when 'UsageNight' then 'night.arrived' else 'device.assigned' end
    from became b join patients p on p.id = b.patient_id cross join unnest(p.visible_org_ids) o;
  return null;
end $$;

revoke all on function patient_rows_noted() from public;
alter function patient_rows_noted() owner to airlog_definer;
