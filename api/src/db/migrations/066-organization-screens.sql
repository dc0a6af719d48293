-- What the pages of hand-offs, deactivations and undos show.

-- ---- Hand-offs: the open page of a request follows each step and each message. Each side is notified of its own row alone.

create function hand_offs_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_notify('airlog', json_build_object('topic', 'hand-off.changed', 'data', json_build_object('handOffId', new.id))::text);
  return null;
end $$;
create trigger hand_offs_changed after update of state on hand_offs for each row when (old.state <> new.state) execute function hand_offs_changed();

create function hand_off_messages_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_notify('airlog', json_build_object('topic', 'hand-off.changed', 'data', json_build_object('handOffId', new.hand_off_id))::text);
  return null;
end $$;
create trigger hand_off_messages_changed after insert on hand_off_messages for each row execute function hand_off_messages_changed();

-- ---- Deactivation: as before (059), and an invitation counts without a link too: it ends as the user who holds it is shown as expired.

create or replace function organization_ends(wanted int)
  returns table (sessions int, tokens int, api_keys int, invitations int, password_links int, jobs int)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if not ctx_switches_organization(wanted) then perform refuse('Support staff deactivates organizations.'); end if;
  return query select
    (select count(*)::int from sessions s join organizations o on o.id = s.org_id
      where s.org_id = wanted and s.last_seen_at > now() - make_interval(mins => o.session_idle_minutes) and s.created_at > now() - interval '12 hours'),
    (select count(*)::int from personal_access_tokens t where t.org_id = wanted and t.revoked_at is null and t.expires_at > now()),
    (select count(*)::int from api_keys k where k.org_id = wanted and k.revoked_at is null and k.expires_at > now()),
    (select count(*)::int from users u where u.org_id = wanted and u.invitation_expires_at > now()),
    (select count(*)::int from account_links l where l.org_id = wanted and l.purpose = 'password' and l.expires_at > now()),
    (select count(*)::int from user_imports i where i.org_id = wanted and i.state in ('waiting', 'running'))
      + (select count(*)::int from compliance_batches b where b.org_id = wanted and b.state in ('waiting', 'running'));
end $$;

create or replace function deactivate_organization(wanted int)
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
    select count(*)::int into password_links from ended e where e.purpose = 'password' and e.expires_at > now();
  -- The invited are shown as expired, and their mails, which hold links, are not sent any more.
  with ended as (update users u set invitation_expires_at = now() where u.org_id = wanted and u.invitation_expires_at > now() returning 1)
    select count(*)::int into invitations from ended;
  update mails m set state = 'failed', failure = 'deactivated', link_cipher = null, ended_at = now()
    where m.org_id = wanted and m.state = 'queued' and m.link_id is not null;
  with imports as (update user_imports i set state = 'failed' where i.org_id = wanted and i.state in ('waiting', 'running') returning 1),
    batches as (update compliance_batches b set state = 'failed' where b.org_id = wanted and b.state in ('waiting', 'running') returning 1)
    select (select count(*) from imports)::int + (select count(*) from batches)::int into jobs;
  return next;
end $$;

-- ---- Migration: an undo that gave up is not a migration that gave up. What it has removed stays removed, and it can be repeated.

alter table patient_migrations drop constraint patient_migrations_state_check,
  add constraint patient_migrations_state_check check (state in ('waiting', 'running', 'done', 'failed', 'undoing', 'undone', 'undo_failed'));
update patient_migrations set state = 'undo_failed' where state = 'failed' and undone_by is not null;

create or replace function patient_migration_follows(was text, becomes text) returns boolean language sql immutable as $$
  select (was, becomes) in (('waiting', 'running'), ('waiting', 'failed'), ('running', 'done'), ('running', 'failed'),
    ('done', 'undoing'), ('failed', 'undoing'), ('undoing', 'undone'), ('undoing', 'undo_failed'), ('undo_failed', 'undoing'))
$$;

-- As before (065), and a failed undo can be repeated for 24 hours from then.
create or replace function keep_patient_migration() returns trigger language plpgsql as $$
declare place record;
begin
  if not is_staff() and current_user <> 'airlog_jobs' then return new; end if;
  -- In a statement of its own: the role of jobs may not call ctx_may().
  if is_staff() then
    if not ctx_may('migrate.org') then perform refuse('Not permitted: migrate.org'); end if;
  end if;
  if tg_op = 'UPDATE' then
    if new.state = old.state then
      if old.state not in ('waiting', 'running', 'undoing') then perform refuse('The migration has ended.'); end if;
      return new;
    end if;
    if not patient_migration_follows(old.state, new.state) then perform refuse('A migration that is ' || old.state || ' does not become ' || new.state || '.'); end if;
    if new.state = 'running' then new.started_at := now(); end if;
    if new.state in ('done', 'failed') then new.ended_at := now(); end if;
    if new.state in ('done', 'failed', 'undo_failed') then new.undo_until := now() + interval '24 hours'; end if;
    if new.state = 'undoing' then
      if old.undo_until is null or old.undo_until <= now() then perform refuse('The migration ended more than 24 hours ago.'); end if;
      new.undone_by := ctx_user();
    end if;
    return new;
  end if;
  select l.org_id, l.dme_id into place from locations l where l.id = new.location_id;
  if place.dme_id is null then perform refuse('The location was not migrated.'); end if;
  new.org_id := ctx_org();
  new.user_id := ctx_user();
  new.target_org_id := place.org_id;
  new.dme_id := place.dme_id;
  select u.first_name || ' ' || u.last_name into new.started_by from users u where u.id = ctx_user();
  return new;
end $$;

-- ---- Owners of the functions

grant create on schema public to airlog_definer;
revoke all on function hand_offs_changed(), hand_off_messages_changed() from public;
alter function hand_offs_changed() owner to airlog_definer;
alter function hand_off_messages_changed() owner to airlog_definer;
revoke create on schema public from airlog_definer;
