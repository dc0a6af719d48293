-- The lock: of an account that is made while its patient is shared, the later one sees the other.
create or replace function mobile_user_visible_orgs() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select p.visible_org_ids, p.location_id into new.visible_org_ids, new.location_id from patients p where p.id = new.patient_id for share;
  return new;
end $$;

revoke all on function mobile_user_visible_orgs() from public;
alter function mobile_user_visible_orgs() owner to airlog_definer;
