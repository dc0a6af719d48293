create or replace function usage_nights_removed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform recompute_compliance(array (select distinct patient_id from removed));
  return null;
end $$;

revoke all on function usage_nights_removed() from public;
alter function usage_nights_removed() owner to airlog_definer;
