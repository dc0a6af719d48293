-- Others see a row than before.
create or replace function list_rows_shared() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare assignments bigint;
begin
  if tg_table_name = 'machines' then
    perform add_list_counts('machines', old.visible_org_ids, old.visible_location_ids, -1),
            add_list_counts('machines', new.visible_org_ids, new.visible_location_ids, 1);
    return null;
  end if;
  if tg_table_name = 'device_history' then
    perform add_list_counts('device_history', p.visible_org_ids, locations_of(p.location_id), case p.id when new.patient_id then 1 else -1 end)
       from patients p where p.id in (old.patient_id, new.patient_id);
    return null;
  end if;
  select count(*) into assignments from device_history h where h.patient_id = new.id;
  perform add_list_counts('patients', old.visible_org_ids, locations_of(old.location_id), -1),
          add_list_counts('patients', new.visible_org_ids, locations_of(new.location_id), 1);
  perform add_list_counts('device_history', old.visible_org_ids, locations_of(old.location_id), -assignments),
          add_list_counts('device_history', new.visible_org_ids, locations_of(new.location_id), assignments) where assignments > 0;
  return null;
end $$;

revoke all on function list_rows_shared() from public;
alter function list_rows_shared() owner to airlog_definer;
