create or replace function keep_login() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    -- A session past its limits ended by itself: no one signed out (sign-in/session-read.ts has the limits).
    update logins l set logout_at = now() from organizations o
      where l.session_hash = old.id_hash and l.logout_at is null and o.id = old.org_id
        and old.last_seen_at > now() - make_interval(mins => o.session_idle_minutes) and old.created_at > now() - interval '12 hours';
    return null;
  end if;
  if new.stage = 'full' and (tg_op = 'INSERT' or old.stage <> 'full') then
    insert into logins (org_id, user_id, session_hash, ip, user_agent)
      values (new.org_id, new.user_id, new.id_hash, new.ip, new.user_agent);
    update users u set last_successful_login = now() where u.id = new.user_id;
  end if;
  return null;
end $$;

revoke all on function keep_login() from public;
alter function keep_login() owner to airlog_definer;
