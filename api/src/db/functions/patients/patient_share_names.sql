-- Partners of a patient may read each other's organization name and the names of the clinician and the physician.
create or replace function patient_share_names() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare h record;
begin
  update organizations o set visible_org_ids = visible_org_ids where o.id = any (new.visible_org_ids)
    and cardinality(new.visible_org_ids) > 1 and not o.visible_org_ids @> new.visible_org_ids;
  update users u set visible_org_ids = visible_org_ids where u.id in (new.clinician_id, new.physician_id)
    and not u.visible_org_ids @> new.visible_org_ids;
  if tg_op = 'UPDATE' and (old.visible_org_ids, old.location_id) is distinct from (new.visible_org_ids, new.location_id) then
    for h in select distinct machine_id from device_history where patient_id = new.id loop
      perform machine_refresh_visible_orgs(h.machine_id);
    end loop;
    update icode_reports set visible_org_ids = new.visible_org_ids where patient_id = new.id;
  end if;
  return null;
end $$;

revoke all on function patient_share_names() from public;
alter function patient_share_names() owner to airlog_definer;
