-- Nights that arrive, are corrected, overruled, or move to another patient because the dates of an assignment changed.
create or replace function usage_nights_added() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform recompute_compliance(array (select distinct patient_id from added));
  return null;
end $$;

revoke all on function usage_nights_added() from public;
alter function usage_nights_added() owner to airlog_definer;
