-- Rows of patients were deleted.
create or replace function patient_rows_deleted() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from was) then return null; end if;
  perform from patients p where p.id in (select w.patient_id from was w) order by p.id for no key update;
  insert into changes (org_id, type, row_id, deleted)
  select o, tg_argv[0], w.id, true from was w join patients p on p.id = w.patient_id cross join unnest(p.visible_org_ids) o;
  return null;
end $$;

revoke all on function patient_rows_deleted() from public;
alter function patient_rows_deleted() owner to airlog_definer;
