-- The last version of an assignment of a patient that the caller sees; no row for any other.
create or replace function ctx_assignment(history int) returns setof assignment_versions language sql stable security definer set search_path = public, pg_temp as $$
  select v.* from assignment_versions v join patients p on p.id = v.patient_id and ctx_sees(p.visible_org_ids, array[p.location_id])
   where v.history_id = history and upper_inf(v.known)
$$;

revoke all on function ctx_assignment(int) from public;
alter function ctx_assignment(int) owner to airlog_definer;
