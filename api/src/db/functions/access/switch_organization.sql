-- Switches the session of the calling user, in the transaction of its audit line; null: back to all organizations. Returns whether it did: not for an
-- organization that is inactive, support's own kind, or not there.
create or replace function switch_organization(session bytea, wanted int) returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
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

revoke all on function switch_organization(bytea, int) from public;
alter function switch_organization(bytea, int) owner to airlog_definer;
grant execute on function switch_organization(bytea, int) to airlog_support;
