create or replace function provider_zone_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform recompute_provider(new.id);
  return null;
end $$;

revoke all on function provider_zone_changed() from public;
alter function provider_zone_changed() owner to airlog_definer;
