-- Rows of patients were added: for the organizations that see the patient. The lock: a concurrent change of who sees the patient waits, and who sees the
-- patient then reads these rows too; when that change was first, what it committed is read. Nights and assignments have locked the patient in nearly every case
-- before.
create or replace function patient_rows_noted() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into changes (org_id, type, row_id, event)
  select o, tg_argv[0], b.id, case tg_argv[0] when 'UsageNight' then 'night.arrived' else 'device.assigned' end
    from (select p.id, p.visible_org_ids from patients p where p.id in (select a.patient_id from became a) order by p.id for no key update) p
    join became b on b.patient_id = p.id cross join unnest(p.visible_org_ids) o;
  return null;
end $$;

revoke all on function patient_rows_noted() from public;
alter function patient_rows_noted() owner to airlog_definer;
