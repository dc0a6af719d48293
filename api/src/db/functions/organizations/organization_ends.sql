-- What a deactivation ends, of the users of an organization: sessions in use, tokens, API keys, invitations, links to a new password, and jobs. An invitation
-- counts without a link too: it ends as the user who holds it is shown as expired.
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
      + (select count(*)::int from compliance_batches b where b.org_id = wanted and b.state in ('waiting', 'running'))
      + (select count(*)::int from bulk_queries q where q.org_id = wanted and q.ended_at is null);
end $$;

revoke all on function organization_ends(int) from public;
alter function organization_ends(int) owner to airlog_definer;
grant execute on function organization_ends(int) to airlog_support;
