-- Support staff creates organizations, changes them, and activates and deactivates them (decisions/086).

insert into role_permissions (role_id, permission)
select r.id, p.permission from roles r, (values ('create.org'), ('update.org')) as p (permission) where r.name = 'support.admin'
on conflict do nothing;

-- ---- What support staff writes

-- The name of a new organization, its type and its id in the legacy system. Its state is changed by the functions below alone.
grant insert (name, type_id, clinical_type_id, dme_id), update (name, type_id, clinical_type_id) on organizations to airlog_support;

create or replace function organization_written_by_staff() returns trigger language plpgsql as $$
declare
  settings constant text[] := array['timezone', 'locale', 'physician_can_add_missing_pin', 'disallow_external_device_edit', 'export_to_csv_access',
    'allow_ventilator_support', 'ventilator_visibility', 'allow_api_key_management', 'two_factor_enabled', 'two_factor_prevent_phone_numbers',
    'two_factor_app', 'two_factor_sms', 'session_idle_minutes', 'settings_version'];
begin
  if not is_staff() then return new; end if;
  if tg_op = 'INSERT' then
    -- Within one organization no other one is made.
    if current_user <> 'airlog_support' or not ctx_may('create.org') then
      perform refuse('Support staff creates organizations.');
    end if;
    return new;
  end if;
  if (new.name, new.type_id, new.clinical_type_id) is distinct from (old.name, old.type_id, old.clinical_type_id) then
    if current_user not in ('airlog_support', 'airlog_acting') or not ctx_may('update.org') then
      perform refuse('Support staff changes the name and the type of an organization.');
    end if;
    if new.type_id <> old.type_id and not old.draft then
      perform refuse('The type of an organization is changed while it is a draft.');
    end if;
  end if;
  if exists (select from unnest(settings) name where to_jsonb(new) -> name is distinct from to_jsonb(old) -> name)
    and (current_user = 'airlog_limited' or not ctx_may('update.org.settings')) then
    perform refuse('The settings of an organization are changed by its administrators.');
  end if;
  return new;
end $$;
drop trigger organizations_written_by_staff on organizations;
create trigger organizations_written_by_staff before insert or update on organizations for each row execute function organization_written_by_staff();

-- Only a clinic has a clinical type, of all who write the row. There is one support organization.
create function organization_type_fits() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  kind organization_types;
begin
  select * into kind from organization_types t where t.id = new.type_id;
  if not kind.is_clinical and new.clinical_type_id is not null then
    raise exception 'Only a clinic has a clinical type.' using errcode = 'check_violation', constraint = 'organizations_type_fits';
  end if;
  if kind.kind = 'support' and current_setting('role') in ('airlog_org', 'airlog_limited', 'airlog_support', 'airlog_acting')
    and (tg_op = 'INSERT' or new.type_id <> old.type_id) then
    raise exception 'There is one support organization.' using errcode = 'check_violation', constraint = 'organizations_type_fits';
  end if;
  return new;
end $$;
create trigger organizations_type_fits before insert or update of type_id, clinical_type_id on organizations
  for each row execute function organization_type_fits();

-- ---- Active and inactive

create index sessions_organization on sessions (org_id, user_id);
create policy definer on personal_access_tokens to airlog_definer using (true) with check (true);
create policy definer on api_keys to airlog_definer using (true) with check (true);
create policy definer on user_imports to airlog_definer using (true) with check (true);
create policy definer on compliance_batches to airlog_definer using (true) with check (true);
grant delete on sessions, account_links to airlog_definer;
grant select, update (revoked_at) on personal_access_tokens, api_keys to airlog_definer;
grant select, update (state) on user_imports, compliance_batches to airlog_definer;

-- Whether the caller activates and deactivates an organization: support staff, any, or the one in which they act; never support's own.
create function ctx_switches_organization(wanted int) returns boolean language sql stable security definer set search_path = public, pg_temp as $$
  select ctx_may('update.org')
    and case current_setting('role') when 'airlog_support' then true when 'airlog_acting' then wanted = ctx_acting() else false end
    and exists (select from organizations o join organization_types t on t.id = o.type_id where o.id = wanted and t.kind <> 'support')
$$;

-- What a deactivation ends, of the users of an organization: sessions in use, tokens, API keys, invitations, links to a new password, and jobs.
create function organization_ends(wanted int)
  returns table (sessions int, tokens int, api_keys int, invitations int, password_links int, jobs int)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if not ctx_switches_organization(wanted) then perform refuse('Support staff deactivates organizations.'); end if;
  return query select
    (select count(*)::int from sessions s join organizations o on o.id = s.org_id
      where s.org_id = wanted and s.last_seen_at > now() - make_interval(mins => o.session_idle_minutes) and s.created_at > now() - interval '12 hours'),
    (select count(*)::int from personal_access_tokens t where t.org_id = wanted and t.revoked_at is null and t.expires_at > now()),
    (select count(*)::int from api_keys k where k.org_id = wanted and k.revoked_at is null and k.expires_at > now()),
    (select count(*)::int from account_links l where l.org_id = wanted and l.purpose = 'invitation' and l.expires_at > now()),
    (select count(*)::int from account_links l where l.org_id = wanted and l.purpose = 'password' and l.expires_at > now()),
    (select count(*)::int from user_imports i where i.org_id = wanted and i.state in ('waiting', 'running'))
      + (select count(*)::int from compliance_batches b where b.org_id = wanted and b.state in ('waiting', 'running'));
end $$;

-- Deactivates an organization and ends all of it, in the transaction of the audit line; returns what it has ended. An inactive one has nothing to end.
-- Patients, devices and nights are not touched.
create function deactivate_organization(wanted int)
  returns table (sessions int, tokens int, api_keys int, invitations int, password_links int, jobs int)
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not ctx_switches_organization(wanted) then perform refuse('Support staff deactivates organizations.'); end if;
  -- Of two at once the second waits, and then finds nothing to end.
  perform from organizations o where o.id = wanted for update;
  update organizations o set active = false where o.id = wanted and o.active;
  with ended as (delete from sessions s where s.org_id = wanted returning s.last_seen_at, s.created_at)
    select count(*)::int into sessions from ended e, organizations o
      where o.id = wanted and e.last_seen_at > now() - make_interval(mins => o.session_idle_minutes) and e.created_at > now() - interval '12 hours';
  with ended as (update personal_access_tokens t set revoked_at = now() where t.org_id = wanted and t.revoked_at is null returning t.expires_at)
    select count(*)::int into tokens from ended e where e.expires_at > now();
  with ended as (update api_keys k set revoked_at = now() where k.org_id = wanted and k.revoked_at is null returning k.expires_at)
    select count(*)::int into api_keys from ended e where e.expires_at > now();
  update users u set has_api = false where u.org_id = wanted and u.has_api;
  with ended as (delete from account_links l where l.org_id = wanted returning l.purpose, l.expires_at)
    select count(*) filter (where e.purpose = 'invitation')::int, count(*) filter (where e.purpose = 'password')::int
      into invitations, password_links from ended e where e.expires_at > now();
  -- The invited are shown as expired, and their mails, which hold links, are not sent any more.
  update users u set invitation_expires_at = now() where u.org_id = wanted and u.invitation_expires_at > now();
  update mails m set state = 'failed', failure = 'deactivated', link_cipher = null, ended_at = now()
    where m.org_id = wanted and m.state = 'queued' and m.link_id is not null;
  with imports as (update user_imports i set state = 'failed' where i.org_id = wanted and i.state in ('waiting', 'running') returning 1),
    batches as (update compliance_batches b set state = 'failed' where b.org_id = wanted and b.state in ('waiting', 'running') returning 1)
    select (select count(*) from imports)::int + (select count(*) from batches)::int into jobs;
  return next;
end $$;

-- Activates an organization: a draft or an inactive one. False for one that is active. A sign-in that the deactivation missed ends here.
create function activate_organization(wanted int) returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not ctx_switches_organization(wanted) then perform refuse('Support staff activates organizations.'); end if;
  update organizations o set active = true, draft = false where o.id = wanted and not o.active;
  if not found then return false; end if;
  delete from sessions s where s.org_id = wanted;
  return true;
end $$;

-- ---- Owners of the functions

grant create on schema public to airlog_definer;
revoke all on function organization_type_fits(), ctx_switches_organization(int), organization_ends(int), deactivate_organization(int),
  activate_organization(int) from public;
alter function organization_type_fits() owner to airlog_definer;
alter function ctx_switches_organization(int) owner to airlog_definer;
alter function organization_ends(int) owner to airlog_definer;
alter function deactivate_organization(int) owner to airlog_definer;
alter function activate_organization(int) owner to airlog_definer;
revoke create on schema public from airlog_definer;
grant execute on function organization_ends(int), deactivate_organization(int), activate_organization(int) to airlog_support;
