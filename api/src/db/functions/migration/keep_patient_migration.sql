-- Who started a migration, where its patients go, what its state may become, and until when it can be undone, is not what its writer says.
-- A failed undo can be repeated for 24 hours from then.
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
