-- The rows of the assignments from one id to another: what the triggers keep.
create or replace function device_index_of(lowest int, highest int) returns setof device_index language sql stable as $$
  select h.id, h.org_id, h.machine_id, p.visible_org_ids, p.location_id, h.start_date, h.end_date, m.serial, m.model_id, p.last_name,
      plain_text(m.serial) || ' ' || p.search_text
    from device_history h join patients p on p.id = h.patient_id join machines m on m.id = h.machine_id
   where h.id between lowest and highest
$$;

revoke all on function device_index_of(int, int) from public;
alter function device_index_of(int, int) owner to airlog_definer;
