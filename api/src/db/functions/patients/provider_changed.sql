-- The days of a result end in the zone of the patient's provider.
create or replace function provider_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform recompute_compliance(array[new.id]);
  return null;
end $$;

revoke all on function provider_changed() from public;
alter function provider_changed() owner to airlog_definer;
