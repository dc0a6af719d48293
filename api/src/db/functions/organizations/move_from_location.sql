-- Moves what belongs to a closed location to an open one of the same organization: at most `most` patients and as many machines, and when none of
-- them is left, its users and groups. Returns the numbers that were moved.
create or replace function move_from_location(wanted int, target int, most int) returns table (patients int, machines int, users int, groups int)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  owner int := (select l.org_id from locations l where l.id = wanted);
begin
  if owner is null or not ctx_manages_places(owner)
    or not exists (select from locations l where l.id = wanted and l.closed_at is not null)
    or not exists (select from locations l where l.id = target and l.org_id = owner) then
    perform refuse('Not permitted: to move from this location.');
  end if;
  users := 0;
  groups := 0;
  update patients p set location_id = target
    where p.id in (select k.id from patients k where k.org_id = owner and k.location_id = wanted order by k.id limit most);
  get diagnostics patients = row_count;
  update machines m set location_id = target where m.id in (
    select k.id from machines k where k.org_id = owner and k.location_id = wanted order by k.id limit most);
  get diagnostics machines = row_count;
  if patients < most and machines < most then
    update users u set version = u.version + 1
      where u.id in (select l.user_id from user_locations l where l.org_id = owner and l.location_id = wanted);
    -- First the new place: the user belongs to a location at every moment.
    insert into user_locations (org_id, user_id, location_id)
      select u.org_id, u.user_id, target from user_locations u where u.org_id = owner and u.location_id = wanted on conflict do nothing;
    delete from user_locations u where u.org_id = owner and u.location_id = wanted;
    get diagnostics users = row_count;
    insert into org_group_locations (org_id, group_id, location_id)
      select g.org_id, g.group_id, target from org_group_locations g where g.org_id = owner and g.location_id = wanted on conflict do nothing;
    delete from org_group_locations g where g.org_id = owner and g.location_id = wanted;
    get diagnostics groups = row_count;
  end if;
  return next;
end $$;

revoke all on function move_from_location(int, int, int) from public;
alter function move_from_location(int, int, int) owner to airlog_definer;
grant execute on function move_from_location(int, int, int) to airlog_org, airlog_support;
