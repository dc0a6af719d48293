-- The accounts of patients in the mobile app as rows of a long list (decisions/075): what row-level security reads is in the row, as in device_index.

alter table mobile_users
  add visible_org_ids int[] not null default '{}', -- the patient's, kept by trigger
  add location_id int;

create policy definer on mobile_users to airlog_definer using (true) with check (true);
grant select, update (visible_org_ids, location_id) on mobile_users to airlog_definer;

update mobile_users m set visible_org_ids = p.visible_org_ids, location_id = p.location_id from patients p where p.id = m.patient_id;

-- The lock: of an account that is made while its patient is shared, the later one sees the other.
create function mobile_user_visible_orgs() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select p.visible_org_ids, p.location_id into new.visible_org_ids, new.location_id from patients p where p.id = new.patient_id for share;
  return new;
end $$;
create trigger mobile_users_visible_orgs before insert or update of patient_id, visible_org_ids, location_id on mobile_users
  for each row execute function mobile_user_visible_orgs();

create function patient_mobile_users() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update mobile_users set visible_org_ids = new.visible_org_ids, location_id = new.location_id where patient_id = new.id;
  return null;
end $$;
create trigger patient_mobile_users after update on patients for each row
  when ((old.visible_org_ids, old.location_id) is distinct from (new.visible_org_ids, new.location_id)) execute function patient_mobile_users();

-- ---- The same rows as before, without asking for the patient of each

drop policy patient on mobile_users;
create policy visible on mobile_users to airlog_org using (visible_org_ids @> array[ctx_org()]);
create policy location on mobile_users as restrictive to airlog_limited using (location_id = any (ctx_locations()));
drop policy acting on mobile_users;
create policy acting on mobile_users as restrictive to airlog_acting using (visible_org_ids @> array[ctx_acting()]);

-- ---- A small organization finds its rows first; the orders have what row-level security reads

create index mobile_users_visible on mobile_users using gin (visible_org_ids);
create index mobile_users_place on mobile_users (location_id, id) include (visible_org_ids);
create index mobile_users_page on mobile_users (id) include (visible_org_ids, location_id);
drop index mobile_users_email_order, mobile_users_registered, mobile_users_seen, mobile_users_platform, mobile_users_active;
create index mobile_users_email_order on mobile_users (email, id) include (visible_org_ids, location_id);
create index mobile_users_registered on mobile_users (registered_at, id) include (visible_org_ids, location_id);
create index mobile_users_seen on mobile_users (last_seen_at nulls first, id) include (visible_org_ids, location_id);
create index mobile_users_platform on mobile_users (platform, email, id) include (visible_org_ids, location_id);
create index mobile_users_active on mobile_users (active, email, id) include (visible_org_ids, location_id);

-- ---- Imports of users: a page finds the newest one again until the user puts it away

alter table user_imports add dismissed boolean not null default false;
grant update (dismissed) on user_imports to airlog_org, airlog_support;

-- ---- Owners of the functions

grant create on schema public to airlog_definer;
revoke all on function mobile_user_visible_orgs(), patient_mobile_users() from public;
alter function mobile_user_visible_orgs() owner to airlog_definer;
alter function patient_mobile_users() owner to airlog_definer;
revoke create on schema public from airlog_definer;
