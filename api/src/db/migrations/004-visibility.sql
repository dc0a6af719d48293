-- Who may see a row is kept in the row (visible_org_ids), so that a policy is one index condition and never an OR.
-- These functions run as airlog_definer, because they must see rows of organisations that the caller may not.

create function patient_visible_orgs() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select array_agg(distinct o order by o) into new.visible_org_ids
    from unnest(array[new.org_id, new.dme_id, new.clinician_org_id, new.physician_org_id]) o where o is not null;
  return new;
end $$;
create trigger patients_visible_orgs before insert or update of org_id, dme_id, clinician_org_id, physician_org_id, visible_org_ids
  on patients for each row execute function patient_visible_orgs();

create function machine_visible_orgs() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- An owner change or a direct write never widens visibility: the values are always derived.
  select array_agg(distinct o order by o) into new.visible_org_ids from (
    select new.org_id as o
    union select unnest(p.visible_org_ids) from device_history h join patients p on p.id = h.patient_id where h.machine_id = new.id
  ) seen;
  select coalesce(array_agg(distinct l order by l) filter (where l is not null), '{}') into new.visible_location_ids from (
    select new.location_id as l
    union select p.location_id from device_history h join patients p on p.id = h.patient_id where h.machine_id = new.id
  ) seen;
  return new;
end $$;
create trigger machines_visible_orgs before insert or update of org_id, location_id, visible_org_ids, visible_location_ids on machines
  for each row execute function machine_visible_orgs();
create function machine_refresh_visible_orgs(machine int) returns void language sql security definer set search_path = public, pg_temp as $$
  update machines set visible_org_ids = visible_org_ids where id = machine
$$;

-- Partners of a patient may read each other's organisation name and the names of the clinician and the physician.
create function patient_share_names() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare h record;
begin
  update organizations o set visible_org_ids = visible_org_ids where o.id = any (new.visible_org_ids)
    and cardinality(new.visible_org_ids) > 1 and not o.visible_org_ids @> new.visible_org_ids;
  update users u set visible_org_ids = visible_org_ids where u.id in (new.clinician_id, new.physician_id)
    and not u.visible_org_ids @> new.visible_org_ids;
  if tg_op = 'UPDATE' and (old.visible_org_ids, old.location_id) is distinct from (new.visible_org_ids, new.location_id) then
    for h in select distinct machine_id from device_history where patient_id = new.id loop
      perform machine_refresh_visible_orgs(h.machine_id);
    end loop;
    update icode_reports set visible_org_ids = new.visible_org_ids where patient_id = new.id;
  end if;
  return null;
end $$;
create trigger patients_share_names after insert or update of visible_org_ids, org_id, location_id, dme_id, clinician_id, clinician_org_id, physician_id, physician_org_id
  on patients for each row execute function patient_share_names();

create function organization_visible_orgs() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select array_agg(distinct o order by o) into new.visible_org_ids from (
    select new.id as o union select unnest(p.visible_org_ids) from patients p where p.visible_org_ids @> array[new.id]
  ) seen;
  return new;
end $$;
create trigger organizations_visible_orgs before insert or update of visible_org_ids on organizations
  for each row execute function organization_visible_orgs();

create function user_visible_orgs() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select array_agg(distinct o order by o) into new.visible_org_ids from (
    select new.org_id as o
    union select unnest(p.visible_org_ids) from patients p where p.clinician_id = new.id
    union select unnest(p.visible_org_ids) from patients p where p.physician_id = new.id
  ) seen;
  return new;
end $$;
create trigger users_visible_orgs before insert or update of org_id, visible_org_ids on users
  for each row execute function user_visible_orgs();
create index patients_clinician on patients (clinician_id);
create index patients_physician on patients (physician_id);

create function icode_report_visible_orgs() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- The lock: whoever changes the patient meanwhile waits, and then finds this report.
  select p.visible_org_ids into new.visible_org_ids from patients p where p.id = new.patient_id for share;
  new.visible_org_ids := coalesce(new.visible_org_ids, array[new.org_id]);
  return new;
end $$;
create trigger icode_reports_visible_orgs before insert or update of org_id, patient_id, visible_org_ids on icode_reports
  for each row execute function icode_report_visible_orgs();

create function device_history_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- Patients before machines, as patient_share_names does it: no deadlock, and whoever changes the patient meanwhile waits and then finds this row.
  perform from patients p where p.id in (new.patient_id, old.patient_id) order by p.id for no key update;
  update patients p set current_serial = held.serial from (
    select w.id, m.serial from unnest(array[new.patient_id, old.patient_id]) w(id)
      left join device_history h on h.patient_id = w.id and h.end_date is null left join machines m on m.id = h.machine_id
  ) held where p.id = held.id and p.current_serial is distinct from held.serial;
  perform machine_refresh_visible_orgs(m.id) from (select distinct i as id from unnest(array[new.machine_id, old.machine_id]) i where i is not null order by 1) m;
  return null;
end $$;
create trigger device_history_changed after insert or update or delete on device_history
  for each row execute function device_history_changed();

-- Whether a range of a machine collides with any assignment, the caller's or not. It answers a code and nothing of the holder.
create function machine_collision(machine int, starts date, ends date, ignored int) returns text
  language sql stable security definer set search_path = public, pg_temp as $$
  select case when bool_or(h.end_date is null) then 'device-already-connected' when count(*) > 0 then 'device-start-date-overlaps' end
    from device_history h
   where h.machine_id = machine and h.id is distinct from ignored
     and daterange(h.start_date, h.end_date, '[)') && daterange(starts, ends, '[)')
$$;

do $$
declare f text;
begin
  foreach f in array array['patient_visible_orgs()', 'machine_refresh_visible_orgs(int)', 'machine_visible_orgs()', 'patient_share_names()',
    'organization_visible_orgs()', 'user_visible_orgs()', 'icode_report_visible_orgs()', 'device_history_changed()',
    'machine_collision(int, date, date, int)'] loop
    execute format('revoke all on function %s from public', f);
    execute format('alter function %s owner to airlog_definer', f);
  end loop;
end $$;
grant execute on function machine_collision(int, date, date, int) to airlog_org, airlog_support;
revoke create on schema public from airlog_definer;
