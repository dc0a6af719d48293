-- True for the organization that has a machine now, and for those that see its current patient: they change its settings.
create or replace function ctx_has_machine(machine int) returns boolean language sql stable security definer set search_path = public, pg_temp as $$
  select upper_inf(ctx_machine_days(machine)) or exists (select from device_history h join patients p on p.id = h.patient_id
    where h.machine_id = machine and h.end_date is null and ctx_sees(p.visible_org_ids, array[p.location_id]))
$$;

revoke all on function ctx_has_machine(int) from public;
alter function ctx_has_machine(int) owner to airlog_definer;
grant execute on function ctx_has_machine(int) to airlog_org, airlog_support;
