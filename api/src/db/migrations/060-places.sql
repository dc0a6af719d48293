-- Administrators and support staff write the locations and groups of an organization (decisions/087).

insert into role_permissions (role_id, permission)
select id, 'update.org' from roles where name = 'support.admin' on conflict do nothing;

-- ---- Who writes them

-- Whether the caller writes the places of an organization: its administrators, and support staff, also while they act in it. Users of locations
-- and groups never. Read by triggers and by functions of airlog_definer, in which current_user is another role.
create function ctx_manages_places(wanted int) returns boolean language sql stable
  as $$ select case current_setting('role')
    when 'airlog_org' then wanted = ctx_org() and ctx_may('update.org.settings')
    when 'airlog_acting' then wanted = ctx_acting() and (ctx_may('update.org') or ctx_may('update.org.settings'))
    when 'airlog_support' then ctx_may('update.org') or (wanted = ctx_org() and ctx_may('update.org.settings'))
    else false end $$;

create function place_written_by_staff() returns trigger language plpgsql as $$
declare
  place jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
begin
  if not is_staff() then return coalesce(new, old); end if;
  -- Of an organization's own staff the policies compare the organization.
  if current_setting('role') = 'airlog_org' then
    if ctx_may('update.org.settings') then return coalesce(new, old); end if;
  elsif ctx_manages_places((place ->> 'org_id')::int) then
    return coalesce(new, old);
  end if;
  -- Who creates or migrates an organization gives it its first location.
  if tg_table_name = 'locations' and tg_op = 'INSERT' and current_setting('role') = 'airlog_support'
    and (ctx_may('create.org') or ctx_may('migrate.org')) then return new; end if;
  perform refuse('The locations and groups of an organization are written by its administrators.');
  return null;
end $$;
create trigger locations_written_by_staff before insert or update on locations for each row execute function place_written_by_staff();
create trigger org_groups_written_by_staff before insert or update or delete on org_groups for each row execute function place_written_by_staff();
create trigger org_group_locations_written_by_staff before insert or delete on org_group_locations
  for each row execute function place_written_by_staff();

create policy own_insert on locations for insert to airlog_org with check (org_id = ctx_org());
create policy own_update on locations for update to airlog_org using (org_id = ctx_org());
grant insert (org_id, name, address1, address2, city, state, zip, country, phone, custom_id),
  update (name, address1, address2, city, state, zip, country, phone, custom_id, closed_at)
  on locations to airlog_org, airlog_support;

create policy own_insert on org_groups for insert to airlog_org with check (org_id = ctx_org());
create policy own_update on org_groups for update to airlog_org using (org_id = ctx_org());
create policy own_delete on org_groups for delete to airlog_org using (org_id = ctx_org());
grant insert (org_id, name), update (name), delete on org_groups to airlog_org, airlog_support;

create policy own_insert on org_group_locations for insert to airlog_org with check (org_id = ctx_org());
create policy own_delete on org_group_locations for delete to airlog_org using (org_id = ctx_org());
grant insert, delete on org_group_locations to airlog_org, airlog_support;
create index org_group_locations_location on org_group_locations (org_id, location_id, group_id);

-- ---- Nothing new belongs to a closed location

-- The lock: of a patient that is placed while the location is closed, the later one sees the other.
create function refuse_closed_location() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.location_id is null then return new; end if;
  if tg_op = 'UPDATE' and new.location_id is not distinct from old.location_id then return new; end if;
  perform from locations l where l.id = new.location_id and l.org_id = new.org_id for share;
  if exists (select from locations l where l.id = new.location_id and l.closed_at is not null) then
    raise exception 'The location is closed.' using errcode = 'check_violation', constraint = 'location_is_open';
  end if;
  return new;
end $$;
create trigger patients_location_open before insert or update of location_id on patients for each row execute function refuse_closed_location();
create trigger machines_location_open before insert or update of location_id on machines for each row execute function refuse_closed_location();
create trigger user_locations_open before insert on user_locations for each row execute function refuse_closed_location();
create trigger org_group_locations_open before insert on org_group_locations for each row execute function refuse_closed_location();

-- ---- The primary location

-- An organization with a location has exactly one that is primary: the first is, and another one becomes it in one step.
create function first_location_is_primary() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if current_setting('role') in ('airlog_org', 'airlog_support', 'airlog_acting')
    and not exists (select from locations l where l.org_id = new.org_id) then new.is_primary := true; end if;
  return new;
end $$;
create trigger locations_first_is_primary before insert on locations for each row execute function first_location_is_primary();

drop policy definer on locations;
create policy definer on locations to airlog_definer using (true) with check (true);
grant update (is_primary, closed_at) on locations to airlog_definer;

-- Makes a location the primary one of its organization; false for a closed one. Two callers at once come one after the other, by the lock.
create function make_primary_location(wanted int) returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
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

-- ---- Closing

create index machines_location on machines (org_id, location_id, id);

-- What belongs to a location; patients and machines are counted up to 10,001.
create function location_usage(wanted int[]) returns table (location int, patients int, machines int, users int, groups int)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query
  select l.id,
         (select count(*)::int from (select from patients p where p.org_id = l.org_id and p.location_id = l.id limit 10001) k),
         (select count(*)::int from (select from machines m where m.org_id = l.org_id and m.location_id = l.id limit 10001) k),
         (select count(*)::int from user_locations u where u.org_id = l.org_id and u.location_id = l.id),
         (select count(*)::int from org_group_locations g where g.org_id = l.org_id and g.location_id = l.id)
    from locations l where l.id = any (wanted) and ctx_manages_places(l.org_id);
end $$;

drop policy definer on user_locations;
create policy definer on user_locations to airlog_definer using (true) with check (true);
grant insert, delete on user_locations to airlog_definer;
create policy definer on org_group_locations to airlog_definer using (true) with check (true);
grant select, insert, delete on org_group_locations to airlog_definer;

-- Moves what belongs to a closed location to an open one of the same organization: at most `most` patients and as many machines, and when none of
-- them is left, its users and groups. Returns the numbers that were moved.
create function move_from_location(wanted int, target int, most int) returns table (patients int, machines int, users int, groups int)
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

-- ---- Owners of the functions

grant create on schema public to airlog_definer;
revoke all on function refuse_closed_location(), first_location_is_primary(), make_primary_location(int), location_usage(int[]),
  move_from_location(int, int, int) from public;
alter function refuse_closed_location() owner to airlog_definer;
alter function first_location_is_primary() owner to airlog_definer;
alter function make_primary_location(int) owner to airlog_definer;
alter function location_usage(int[]) owner to airlog_definer;
alter function move_from_location(int, int, int) owner to airlog_definer;
revoke create on schema public from airlog_definer;
grant execute on function make_primary_location(int), location_usage(int[]), move_from_location(int, int, int) to airlog_org, airlog_support;
