-- Derives the rows of all assignments again: after rows that were written without triggers.
create or replace function rebuild_device_index() returns void language plpgsql as $$
begin
  lock table device_index in share row exclusive mode;
  merge into device_index i using device_index_of(-2147483648, 2147483647) now on i.history_id = now.history_id
    when matched and i.* is distinct from now.* then update set org_id = now.org_id, machine_id = now.machine_id, visible_org_ids = now.visible_org_ids, location_id = now.location_id,
      start_date = now.start_date, end_date = now.end_date, serial = now.serial, model_id = now.model_id, last_name = now.last_name, search_text = now.search_text
    when not matched then insert values (now.history_id, now.org_id, now.machine_id, now.visible_org_ids, now.location_id,
      now.start_date, now.end_date, now.serial, now.model_id, now.last_name, now.search_text);
end $$;

revoke all on function rebuild_device_index() from public;
