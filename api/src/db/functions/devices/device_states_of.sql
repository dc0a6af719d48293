-- The states of the assignments from one id to another: what the triggers keep.
create or replace function device_states_of(lowest int, highest int) returns setof device_states language sql stable as $$
  select h.id, h.org_id, h.patient_id, h.machine_id, p.visible_org_ids, p.location_id,
      case when h.end_date is null then h.start_date end, settings.state, settings.submitted_at,
      case when h.end_date is null and m.machine_id is not null then coalesce(m.last_connected_at, '-infinity') end,
      (select c.start_time from connections c where c.machine_id = h.machine_id and c.patient_id = h.patient_id
          and in_days(c.start_time, h.start_date, h.end_date, o.timezone) order by c.start_time desc limit 1),
      failed_at_of(h.id)
    from device_history h join patients p on p.id = h.patient_id join organizations o on o.id = h.org_id
    left join modules m on m.machine_id = h.machine_id cross join lateral settings_state_of(h.id) settings
   where h.id between lowest and highest
$$;

revoke all on function device_states_of(int, int) from public;
alter function device_states_of(int, int) owner to airlog_definer;
