create or replace function therapy_start_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform recompute_compliance(array[new.id]);
  return null;
end $$;

revoke all on function therapy_start_changed() from public;
alter function therapy_start_changed() owner to airlog_definer;
