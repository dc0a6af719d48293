-- What staff asks of the queue and of the outbox is bound to what its transaction may do (decisions/101): the job to a row of the caller's own, the mail to a
-- permission and a user that the caller administers. No caller chooses the secret of a link, or the name that a request of a hand-off bears.

-- ---- Jobs

-- As 016, for the queue's own role and the functions of the database.
alter function enqueue_job(text, jsonb, text, timestamptz) rename to add_job;
revoke execute on function add_job(text, jsonb, text, timestamptz) from airlog_org, airlog_support, airlog_device, airlog_auth;

create or replace function recompute_compliance(patient_ids int[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if to_regclass('pgboss.queue') is null or not exists (select from pgboss.queue where name = 'recompute-compliance') then return; end if;
  -- In the order of the patients, so that concurrent statements wait instead of deadlocking.
  perform add_job('recompute-compliance', jsonb_build_object('patientId', p.id), p.id::text, null)
    from (select distinct unnest as id from unnest(patient_ids) where unnest is not null order by 1) p;
end $$;

-- Adds a job in the caller's transaction. Staff adds the job that follows its own act: the data, the key and the time are those of a row of the caller's own.
-- With another key a job would keep that of another row from being added, and with another user it would act in their name.
create function enqueue_job(queue_name text, job_data jsonb, job_key text, earliest timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if current_setting('role') <> 'airlog_jobs' and not exists (
    select from (
      select jsonb_build_object('settingsRecordId', r.id) as data, 'settings:' || r.id as key, r.expires_at as due from settings_records r
       where queue_name = 'deliver-settings' and r.id = (job_data ->> 'settingsRecordId')::int and r.submitted_by_id = ctx_user() and r.status = 'pending'
      union all
      select jsonb_build_object('importId', i.id, 'userId', i.user_id), i.id::text, null from user_imports i
       where queue_name = 'import-users' and i.id = (job_data ->> 'importId')::int and i.user_id = ctx_user() and i.state = 'waiting'
      union all
      select jsonb_build_object('batchId', b.id, 'userId', b.user_id), b.id::text, null from compliance_batches b
       where queue_name = 'issue-compliance-reports' and b.id = (job_data ->> 'batchId')::int and b.user_id = ctx_user() and b.state = 'waiting'
      union all
      select jsonb_build_object('handOffId', h.id), 'match:' || h.id, null from hand_offs h
       where queue_name = 'match-hand-off' and h.id = (job_data ->> 'handOffId')::int and h.user_id = ctx_user() and h.side = 'asker' and h.looked_up_at is null
      union all
      select jsonb_build_object('handOffId', h.id), 'expire:' || h.id, h.expires_at from hand_offs h
       where queue_name = 'expire-hand-off' and h.id = (job_data ->> 'handOffId')::int and h.user_id = ctx_user() and h.side = 'asker' and h.state = 'open'
      union all
      -- A migration that waits for the legacy system chooses its time.
      select jsonb_build_object('migrationId', m.id, 'userId', ctx_user()), m.id::text, earliest from patient_migrations m
       where queue_name = 'migrate-patients' and m.id = (job_data ->> 'migrationId')::int and m.state in ('waiting', 'running', 'undoing')
         and case m.state when 'undoing' then coalesce(m.undone_by, m.user_id) else m.user_id end = ctx_user()
      union all
      select jsonb_build_object('uploadId', u.id), u.id::text, null from uploads u
       where queue_name = 'read-upload' and u.id = (job_data ->> 'uploadId')::int and u.user_id = ctx_user() and u.state = 'queued'
    ) own where (own.data, own.key) = (job_data, job_key) and own.due is not distinct from earliest
  ) then
    perform refuse('Not permitted: ' || queue_name);
  end if;
  perform add_job(queue_name, job_data, job_key, earliest);
end $$;

-- ---- Mails

drop function queue_mail(int, text, text, uuid, bytea, text, timestamptz);

-- Adds a mail to a user, and the job that sends it, in the caller's transaction. The sign-in writes any mail to any user. Staff writes the mails of its acts on
-- users that it administers: the permission of the act, the own organization (the one of the users' locations for who is limited to them), and support staff
-- all of them or the one in which it acts. A waiting mail of the same kind, or with a link of the same purpose, is replaced, and the earlier link ends. The
-- new one opens nothing until the mail is sent: the job chooses its secret.
create function queue_mail(recipient int, wanted text) returns void
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
      when 'invitation' then person.email_verified_at is null and (ctx_may('update.user.invitation') or ctx_may('create.user') and person.created_at >= now()::timestamptz(3))
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

-- ---- Requests

-- The first letters of a name, but never all of them, and an asterisk for each further one: as the portal masks names (device-history.masking.ts).
create function masked_name(name text, kept int) returns text language sql immutable parallel safe as $$
  select left(name, shown) || repeat('*', length(name) - shown) from (select least(kept, greatest(length(name) - 1, 0)) as shown) letters
$$;

-- As before (065), and the masked name is that of the caller, whatever `asked` says.
create or replace function ask_hand_off(wanted text, asked jsonb, cipher text) returns int language plpgsql security definer set search_path = public, pg_temp as $$
declare
  made hand_offs;
begin
  if current_setting('role') <> 'airlog_org' or not ctx_may('request.patient') then perform refuse('Not permitted: request.patient'); end if;
  perform pg_advisory_xact_lock(8, ctx_org());
  if (select count(*) from hand_offs h where h.org_id = ctx_org() and h.side = 'asker' and h.created_at > now() - interval '1 day') >= 20 then
    return null;
  end if;
  made := jsonb_populate_record(null::hand_offs, asked);
  insert into hand_offs (org_id, user_id, side, kind, serial, first_name, last_name, birth_date, phone, assigned_id, asked_by, pin_cipher, created_at, expires_at)
  -- The same time of day, 14 days later, on the clock of the organization.
  select o.id, u.id, 'asker', wanted, made.serial, made.first_name, made.last_name, made.birth_date, made.phone, made.assigned_id,
         masked_name(u.last_name, 2) || ', ' || masked_name(u.first_name, 3), cipher, now(), ((now() at time zone o.timezone) + interval '14 days') at time zone o.timezone
    from organizations o join users u on u.org_id = o.id where o.id = ctx_org() and u.id = ctx_user()
  returning * into made;
  return made.id;
end $$;

-- ---- The device of a patient who is being entered

drop function assignment_bounds(int, int, date, date, int);

-- As before (067). Of a patient who does not exist yet (0) the days are those of the caller's organization and of the provider that will equip them.
create function assignment_bounds(machine int, patient int, starts date, ends date, history int, provider int default null)
  returns table (received date, handed_over date) language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  days datemultirange;
  added datemultirange := datemultirange(daterange(starts, case when ends < starts then starts else ends end));
begin
  if not exists (select from machines m where m.id = machine and m.handed_over and ctx_sees(m.visible_org_ids, m.visible_location_ids)) then return; end if;
  select patient_machine_days(machine, p.id) into days from patients p where p.id = patient and ctx_sees(p.visible_org_ids, array[p.location_id]);
  days := coalesce(days, machine_days(machine, coalesce(ctx_acting(), ctx_org())) + machine_days(machine, provider));
  added := added - coalesce((select datemultirange(daterange(h.start_date, h.end_date)) from device_history h
    where h.id = history and h.machine_id = machine and h.patient_id = patient), '{}');
  if added <@ days then return; end if;
  return query select case when upper_inf(days) then (select max(lower(r)) from unnest(days) r) end, case when not upper_inf(days) then upper(days) end;
end $$;

-- ---- Owners of the functions

create policy definer on uploads for select to airlog_definer using (true);
grant select on uploads to airlog_definer;
grant create on schema public to airlog_definer;
revoke all on function enqueue_job(text, jsonb, text, timestamptz), queue_mail(int, text), assignment_bounds(int, int, date, date, int, int) from public;
alter function enqueue_job(text, jsonb, text, timestamptz) owner to airlog_definer;
alter function queue_mail(int, text) owner to airlog_definer;
alter function assignment_bounds(int, int, date, date, int, int) owner to airlog_definer;
revoke create on schema public from airlog_definer;
grant execute on function add_job(text, jsonb, text, timestamptz) to airlog_definer;
grant execute on function enqueue_job(text, jsonb, text, timestamptz) to airlog_jobs, airlog_org, airlog_support;
grant execute on function assignment_bounds(int, int, date, date, int, int) to airlog_org, airlog_support;
grant execute on function queue_mail(int, text) to airlog_org, airlog_support, airlog_auth;
