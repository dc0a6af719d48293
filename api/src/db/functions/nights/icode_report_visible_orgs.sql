create or replace function icode_report_visible_orgs() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- The lock: a concurrent change of the patient waits and then finds this report.
  select p.visible_org_ids into new.visible_org_ids from patients p where p.id = new.patient_id for share;
  new.visible_org_ids := coalesce(new.visible_org_ids, array[new.org_id]);
  return new;
end $$;

revoke all on function icode_report_visible_orgs() from public;
alter function icode_report_visible_orgs() owner to airlog_definer;
