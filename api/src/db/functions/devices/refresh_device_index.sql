-- Replaces the rows of assignments that have changed.
create or replace function refresh_device_index(histories int[]) returns void language sql as $$
  update device_index i set org_id = now.org_id, machine_id = now.machine_id, visible_org_ids = now.visible_org_ids, location_id = now.location_id, start_date = now.start_date,
      end_date = now.end_date, serial = now.serial, model_id = now.model_id, last_name = now.last_name, search_text = now.search_text
    from unnest(histories) h (id) cross join lateral device_index_of(h.id, h.id) now
   where i.history_id = h.id and i.* is distinct from now.*
$$;

revoke all on function refresh_device_index(int[]) from public;
alter function refresh_device_index(int[]) owner to airlog_definer;
