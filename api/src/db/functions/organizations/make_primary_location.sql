-- Makes a location the primary one of its organization; false for a closed one. Two callers at once come one after the other, by the lock.
create or replace function make_primary_location(wanted int) returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
declare
  owner int := (select l.org_id from locations l where l.id = wanted);
begin
  if owner is null or not ctx_manages_places(owner) then perform refuse('Not permitted: the locations of this organization.'); end if;
  perform from organizations o where o.id = owner for no key update;
  perform from locations l where l.id = wanted for no key update;
  if exists (select from locations l where l.id = wanted and l.closed_at is not null) then return false; end if;
  update locations l set is_primary = false where l.org_id = owner and l.is_primary and l.id <> wanted;
  update locations l set is_primary = true where l.id = wanted and not l.is_primary;
  return true;
end $$;

revoke all on function make_primary_location(int) from public;
alter function make_primary_location(int) owner to airlog_definer;
grant execute on function make_primary_location(int) to airlog_org, airlog_support;
