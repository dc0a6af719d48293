-- Support staff acts in one organization at a time (decisions/062): the session keeps which one, and row-level security narrows every table to it.
-- Also what the command palette finds by typing: organizations and users.

insert into role_permissions (role_id, permission)
select id, 'viewAny.org' from roles where name in ('support.admin', 'support.staff');

-- ---- The role

-- Support staff within one organization: a member of airlog_support, narrowed by the restrictive policies below, as airlog_limited is of airlog_org.
do $$
begin
  if not exists (select from pg_roles where rolname = 'airlog_acting') then
    begin
      create role airlog_acting nologin nobypassrls;
    exception when duplicate_object or unique_violation then null; -- two databases of one cluster migrate at once
    end;
  end if;
  if not pg_has_role('airlog_acting', 'airlog_support', 'usage') then grant airlog_support to airlog_acting; end if;
end $$;
grant usage on schema public to airlog_acting;

-- The organization in which support staff acts. Their own stays ctx_org(): it is whose audit lines, permissions and preferences they are.
create function ctx_acting() returns int language sql stable parallel safe
  as $$ select nullif(current_setting('app.acting_org_id', true), '')::int $$;
create or replace function is_staff() returns boolean language sql stable
  as $$ select current_user in ('airlog_org', 'airlog_limited', 'airlog_support', 'airlog_acting') $$;

-- ---- What is narrowed: the rows that the organization itself sees, and of users' rows also the own ones

create policy acting on patients as restrictive to airlog_acting using (visible_org_ids @> array[ctx_acting()]);
create policy acting on machines as restrictive to airlog_acting using (visible_org_ids @> array[ctx_acting()]);
create policy acting on device_states as restrictive to airlog_acting using (visible_org_ids @> array[ctx_acting()]);
create policy acting on device_index as restrictive to airlog_acting using (visible_org_ids @> array[ctx_acting()]);
create policy acting on icode_reports as restrictive to airlog_acting using (visible_org_ids @> array[ctx_acting()]);
create policy acting on device_history as restrictive to airlog_acting
  using (exists (select from patients p where p.id = device_history.patient_id))
  with check (exists (select from patients p where p.id = device_history.patient_id)
    and exists (select from machines m where m.id = device_history.machine_id));
create policy acting on settings_records as restrictive to airlog_acting
  using (exists (select from patients p where p.id = settings_records.patient_id));
create policy acting on connections as restrictive to airlog_acting
  using (exists (select from patients p where p.id = connections.patient_id));
create policy acting on usage_nights as restrictive to airlog_acting
  using (exists (select from patients p where p.id = usage_nights.patient_id));
create policy acting on compliance_results as restrictive to airlog_acting
  using (exists (select from patients p where p.id = compliance_results.patient_id));
create policy acting on modules as restrictive to airlog_acting
  using (exists (select from machines m where m.id = modules.machine_id));
create policy acting on list_counts as restrictive to airlog_acting using (org_id = ctx_acting());
create policy acting on locations as restrictive to airlog_acting using (org_id = ctx_acting());
create policy acting on org_groups as restrictive to airlog_acting using (org_id = ctx_acting());
create policy acting on org_group_locations as restrictive to airlog_acting using (org_id = ctx_acting());
create policy acting on org_messages as restrictive to airlog_acting using (org_id = ctx_acting());
create policy acting on trusted_domains as restrictive to airlog_acting using (org_id = ctx_acting());
-- The names of all organizations stay: support staff searches them to switch.
create policy acting_update on organizations as restrictive for update to airlog_acting using (id = ctx_acting());

create policy acting_select on users as restrictive for select to airlog_acting
  using (case when id = ctx_user() then true else visible_org_ids @> array[ctx_acting()] end);
create policy acting_insert on users as restrictive for insert to airlog_acting with check (org_id = ctx_acting());
create policy acting_update on users as restrictive for update to airlog_acting
  using (case when id = ctx_user() then true else org_id = ctx_acting() end);
create policy acting on user_accounts as restrictive to airlog_acting
  using (case when id = ctx_user() then true else org_id = ctx_acting() end);
create policy acting on user_roles as restrictive to airlog_acting
  using (exists (select from user_accounts u where u.id = user_roles.user_id));
create policy acting on user_locations as restrictive to airlog_acting using (org_id = ctx_acting());
create policy acting on user_groups as restrictive to airlog_acting using (org_id = ctx_acting());
create policy acting on logins as restrictive to airlog_acting
  using (exists (select from user_accounts a where a.id = logins.user_id));
create policy acting on user_changes as restrictive to airlog_acting
  using (exists (select from user_accounts a where a.id = user_changes.user_id));
create policy acting_select on audit_log as restrictive for select to airlog_acting
  using (exists (select from user_accounts a where a.id = audit_log.actor_user_id));

-- Tables that came to their numbers later than this file did.
do $$
begin
  if to_regclass('mobile_users') is not null then
    create policy acting on mobile_users as restrictive to airlog_acting
      using (exists (select from patients p where p.id = mobile_users.patient_id));
  end if;
  if to_regclass('announcements') is not null then
    create policy acting on announcements as restrictive to airlog_acting
      using (coalesce(audience_org_id, ctx_acting()) = ctx_acting());
  end if;
end $$;

-- ---- The creator of a trusted domain may be support staff, who belongs to another organization

alter table trusted_domains add column created_by_org_id int;
update trusted_domains set created_by_org_id = org_id;
alter table trusted_domains
  alter column created_by_org_id set not null,
  drop constraint trusted_domains_org_id_created_by_id_fkey,
  add foreign key (created_by_org_id, created_by_id) references users (org_id, id);
create index trusted_domains_creator on trusted_domains (created_by_org_id, created_by_id);
create function trusted_domain_creator() returns trigger language plpgsql as $$
begin
  new.created_by_org_id := coalesce(ctx_org(), new.org_id);
  return new;
end $$;
create trigger trusted_domains_creator before insert on trusted_domains for each row execute function trusted_domain_creator();

-- ---- The switch

alter table sessions add column acting_org_id int references organizations;
create policy definer on sessions to airlog_definer using (true) with check (true);
grant select, update (acting_org_id) on sessions to airlog_definer;
grant select on organization_types to airlog_definer;

-- The last five organizations of each support user.
create table recent_organizations (
  org_id int not null, user_id int not null,
  recent_org_id int not null references organizations,
  visited_at timestamptz not null default clock_timestamp(),
  primary key (user_id, recent_org_id),
  foreign key (org_id, user_id) references users (org_id, id) on delete cascade
);
create index recent_organizations_user on recent_organizations (org_id, user_id);
alter table recent_organizations enable row level security, force row level security;
create policy own_user_support on recent_organizations for select to airlog_support using (org_id = ctx_org() and user_id = ctx_user());
create policy definer on recent_organizations to airlog_definer using (true) with check (true);
grant select on recent_organizations to airlog_support;
grant select, insert, update, delete on recent_organizations to airlog_definer;

-- Switches the session of the calling user, in the transaction of its audit line; null: back to all organizations. Returns whether it did: not for an
-- organization that is inactive, support's own kind, or not there.
create function switch_organization(session bytea, wanted int) returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if current_setting('role') not in ('airlog_support', 'airlog_acting') or not ctx_may('viewAny.org') then
    perform refuse('Support staff switches the organization.');
  end if;
  if wanted is not null and not exists (
    select from organizations o join organization_types t on t.id = o.type_id where o.id = wanted and o.active and t.kind <> 'support'
  ) then return false; end if;
  update sessions s set acting_org_id = wanted where s.id_hash = session and s.user_id = ctx_user() and s.stage = 'full';
  if not found then return false; end if;
  if wanted is not null then
    insert into recent_organizations (org_id, user_id, recent_org_id) values (ctx_org(), ctx_user(), wanted)
      on conflict (user_id, recent_org_id) do update set visited_at = excluded.visited_at;
    delete from recent_organizations r where r.user_id = ctx_user() and r.recent_org_id not in (
      select k.recent_org_id from recent_organizations k where k.user_id = ctx_user() order by k.visited_at desc limit 5);
  end if;
  return true;
end $$;

-- As before (035), and of support staff within an organization to its users.
create or replace function queue_mail(recipient int, wanted text, link_purpose text, new_link uuid, new_hash bytea, new_cipher text, link_ends timestamptz) returns int
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  person users;
  mail int;
begin
  select * into person from users u where u.id = recipient
    and (u.org_id = ctx_org() or u.org_id = ctx_acting() or current_setting('role') in ('airlog_support', 'airlog_auth'));
  if not found then raise exception 'There is no user %', recipient using errcode = 'no_data_found'; end if;
  update mails m set state = 'failed', failure = 'replaced', link_cipher = null, ended_at = now()
    where m.user_id = recipient and m.template = wanted and m.state = 'queued';
  if link_purpose is not null then
    insert into account_links (id, org_id, user_id, purpose, secret_hash, expires_at)
      values (new_link, person.org_id, recipient, link_purpose, new_hash, link_ends)
      on conflict (user_id, purpose) do update set id = excluded.id, secret_hash = excluded.secret_hash, expires_at = excluded.expires_at;
  end if;
  if link_purpose = 'invitation' then update users u set invitation_expires_at = link_ends where u.id = recipient; end if;
  insert into mails (org_id, user_id, template, email, locale, link_id, link_cipher)
    values (person.org_id, recipient, wanted, person.email, person.locale, new_link, new_cipher) returning id into mail;
  return mail;
end $$;

-- ---- What the palette finds by typing (decisions/049)

alter table organizations add column name_key text not null generated always as (plain_text(name)) stored;
create index organizations_name on organizations (name_key, id);
create index organizations_search on organizations using gin (name_key gin_trgm_ops);

-- Names that begin with two letters; longer words are found by the search of the list of users.
alter table user_accounts add column name_key text not null generated always as (plain_text(last_name || ', ' || first_name)) stored;
create index user_accounts_name_key on user_accounts (org_id, name_key, id);
create index user_accounts_every_name_key on user_accounts (name_key, id);

-- ---- Owners of the functions

grant create on schema public to airlog_definer;
revoke all on function switch_organization(bytea, int) from public;
alter function switch_organization(bytea, int) owner to airlog_definer;
revoke create on schema public from airlog_definer;
grant execute on function switch_organization(bytea, int) to airlog_support;
