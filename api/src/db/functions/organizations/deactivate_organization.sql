-- Deactivates an organization and ends all of it, in the transaction of the audit line; returns what it has ended. An inactive one has nothing to end.
-- Patients, devices and nights are not touched.
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
    batches as (update compliance_batches b set state = 'failed' where b.org_id = wanted and b.state in ('waiting', 'running') returning 1),
    queries as (update bulk_queries q set state = 'failed', failure = 'UNAUTHENTICATED', ended_at = now()
      where q.org_id = wanted and q.ended_at is null returning 1)
    select (select count(*) from imports)::int + (select count(*) from batches)::int + (select count(*) from queries)::int into jobs;
  return next;
end $$;

revoke all on function deactivate_organization(int) from public;
alter function deactivate_organization(int) owner to airlog_definer;
grant execute on function deactivate_organization(int) to airlog_support;
