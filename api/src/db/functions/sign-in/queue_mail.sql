-- Adds a mail to a user, and the job that sends it, in the caller's transaction. The sign-in writes any mail to any user. Staff writes the mails of its acts on
-- users that it administers: the permission of the act, the own organization (the one of the users' locations for who is limited to them), and support staff
-- all of them or the one in which it acts. A waiting mail of the same kind, or with a link of the same purpose, is replaced, and the earlier link ends. The
-- new one opens nothing until the mail is sent: the job chooses its secret.
-- A user of this transaction has its time to the microsecond. Rounded to the millisecond, that time is later in half of all transactions, in which staff that
-- may only create users could not invite the one it had just made.
create or replace function queue_mail(recipient int, wanted text) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  caller text := current_setting('role');
  passwords constant text[] := array['password-reset', 'password-reset-by-administrator'];
  replaces text[] := case when wanted = any (passwords) then passwords else array[wanted] end;
  purpose_of_link text := case when wanted = 'invitation' then 'invitation' when wanted = any (passwords) then 'password' end;
  person users;
  link uuid := case when purpose_of_link is not null then gen_random_uuid() end;
  mail int;
begin
  select * into person from users u where u.id = recipient and case caller
    when 'airlog_auth' then true
    when 'airlog_support' then true
    when 'airlog_acting' then u.org_id = ctx_acting()
    when 'airlog_org' then u.org_id = ctx_org()
    when 'airlog_limited' then u.org_id = ctx_org() and (u.id = ctx_user()
      or exists (select from user_locations l where l.user_id = u.id and l.location_id = any (ctx_locations()))
      or exists (select from user_groups g join org_group_locations gl on gl.group_id = g.group_id where g.user_id = u.id and gl.location_id = any (ctx_locations())))
    else false end;
  if not found then raise exception 'There is no user %', recipient using errcode = 'no_data_found'; end if;
  if caller <> 'airlog_auth' and not (case wanted
      when 'invitation' then person.email_verified_at is null and (ctx_may('update.user.invitation') or ctx_may('create.user') and person.created_at >= now())
      when 'password-reset-by-administrator' then person.email_verified_at is not null and ctx_may('update.user.password')
      when 'access-changed' then ctx_may('update.user')
      when 'phone-changed' then ctx_may('update.user')
      else false end) then
    perform refuse('Not permitted: ' || wanted);
  end if;
  update mails m set state = 'failed', failure = 'replaced', link_cipher = null, ended_at = now()
    where m.user_id = recipient and m.template = any (replaces) and m.state = 'queued';
  if link is not null then
    insert into account_links (id, org_id, user_id, purpose, secret_hash, expires_at)
      values (link, person.org_id, recipient, purpose_of_link, sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())),
              now() + case purpose_of_link when 'invitation' then interval '7 days' else interval '30 minutes' end)
      on conflict (user_id, purpose) do update set id = excluded.id, secret_hash = excluded.secret_hash, expires_at = excluded.expires_at;
  end if;
  if wanted = 'invitation' then update users u set invitation_expires_at = now() + interval '7 days' where u.id = recipient; end if;
  insert into mails (org_id, user_id, template, email, locale, link_id)
    values (person.org_id, recipient, wanted, person.email, person.locale, link) returning id into mail;
  perform add_job('send-mail', jsonb_build_object('mailId', mail), mail::text, null);
end $$;

revoke all on function queue_mail(int, text) from public;
alter function queue_mail(int, text) owner to airlog_definer;
grant execute on function queue_mail(int, text) to airlog_auth, airlog_org, airlog_support;
