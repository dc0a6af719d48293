-- Marks the organization with this DME ID, and gives its primary location the id. Of parallel calls one answers 'done', the others 'migrated'.
-- 'absent': there is no such organization for the caller; 'type': it is no equipment provider; 'location': it has no primary location.
create or replace function migrate_organization(wanted text) returns table (organization int, location int, outcome text)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  o organizations;
  place int;
begin
  if current_setting('role') not in ('airlog_support', 'airlog_acting') or not ctx_may('migrate.org') then perform refuse('Not permitted: migrate.org'); end if;
  select * into o from organizations g where g.dme_id = wanted and coalesce(ctx_acting(), g.id) = g.id for no key update;
  if not found then return query select null::int, null::int, 'absent'; return; end if;
  if o.migrated_at is not null then return query select o.id, null::int, 'migrated'; return; end if;
  if not exists (select from organization_types t where t.id = o.type_id and t.kind = 'ep') then return query select o.id, null::int, 'type'; return; end if;
  select l.id into place from locations l where l.org_id = o.id and l.is_primary;
  if not found then return query select o.id, null::int, 'location'; return; end if;
  update locations l set dme_id = wanted where l.id = place;
  update organizations g set migrated_at = now(), migrated_by_org_id = ctx_org(), migrated_by_id = ctx_user() where g.id = o.id;
  return query select o.id, place, 'done';
end $$;

revoke all on function migrate_organization(text) from public;
alter function migrate_organization(text) owner to airlog_definer;
grant execute on function migrate_organization(text) to airlog_support;
