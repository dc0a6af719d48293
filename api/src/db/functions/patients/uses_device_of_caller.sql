-- Whether a patient of the caller's lists uses a device of the organization for which the caller works.
create or replace function uses_device_of_caller(patient int) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from device_history h join patients p on p.id = h.patient_id
    where h.patient_id = patient and h.end_date is null and ctx_sees(p.visible_org_ids, array[p.location_id])
      and machine_holder(h.machine_id) = coalesce(ctx_acting(), ctx_org()))
$$;

revoke all on function uses_device_of_caller(int) from public;
alter function uses_device_of_caller(int) owner to airlog_definer;
grant execute on function uses_device_of_caller(int) to airlog_org, airlog_support;
