-- The organizations that see a row which was of one patient and is of another one, and whether each no longer sees it.
create or replace function visible_before_and_after(patient_before int, patient_after int) returns table (org_id int, gone boolean)
  language sql stable security definer set search_path = public, pg_temp as $$
  select o, not coalesce(bool_or(p.id = patient_after), false) from patients p cross join unnest(p.visible_org_ids) o where p.id in (patient_before, patient_after) group by o
$$;

revoke all on function visible_before_and_after(int, int) from public;
alter function visible_before_and_after(int, int) owner to airlog_definer;
