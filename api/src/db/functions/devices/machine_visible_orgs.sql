-- The owner of a machine, the organizations that see a patient who has or had it, and those that received it; and whether it was handed over.
create or replace function machine_visible_orgs() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- An owner change or a direct write never widens visibility: the values are always derived.
  select array_agg(distinct o order by o) into new.visible_org_ids from (
    select new.org_id as o
    union select unnest(p.visible_org_ids) from device_history h join patients p on p.id = h.patient_id where h.machine_id = new.id
    union select h.org_id from hand_offs h where h.machine_id = new.id and h.side = 'asker' and h.state = 'accepted'
  ) seen;
  select coalesce(array_agg(distinct l order by l) filter (where l is not null), '{}') into new.visible_location_ids from (
    select new.location_id as l
    union select p.location_id from device_history h join patients p on p.id = h.patient_id where h.machine_id = new.id
  ) seen;
  new.handed_over := exists (select from hand_offs h where h.machine_id = new.id and h.side = 'asker' and h.state = 'accepted');
  return new;
end $$;

revoke all on function machine_visible_orgs() from public;
alter function machine_visible_orgs() owner to airlog_definer;
