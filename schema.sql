-- The whole database, printed by `npm run schema` from the catalog of a freshly migrated one. Do not edit.
-- A table's columns, keys, indexes, triggers, policies and grants are together. Tables are sorted by name.
-- Why a thing is as it is: the comments in api/src/db/migrations/ and api/src/db/functions/.

-- ==================== Roles of the database ====================

CREATE ROLE airlog_acting NOLOGIN NOBYPASSRLS;
CREATE ROLE airlog_auth NOLOGIN NOBYPASSRLS;
CREATE ROLE airlog_definer NOLOGIN NOBYPASSRLS;
CREATE ROLE airlog_device NOLOGIN NOBYPASSRLS;
CREATE ROLE airlog_jobs NOLOGIN NOBYPASSRLS;
CREATE ROLE airlog_limited NOLOGIN NOBYPASSRLS;
CREATE ROLE airlog_org NOLOGIN NOBYPASSRLS;
CREATE ROLE airlog_support NOLOGIN NOBYPASSRLS;
GRANT airlog_org TO airlog_limited;
GRANT airlog_support TO airlog_acting;

-- ==================== Extensions and schemas ====================

CREATE EXTENSION btree_gist;
CREATE EXTENSION pg_trgm;
ALTER FUNCTION texticlike(text,text) LEAKPROOF;
CREATE SCHEMA pgboss AUTHORIZATION airlog_jobs;
GRANT USAGE ON SCHEMA public TO airlog_acting, airlog_auth, airlog_definer, airlog_device, airlog_jobs, airlog_limited, airlog_org, airlog_support;

-- ==================== Roles of the staff and their permissions ====================

-- group.clinical.staff:    Clinical group staff, org host, user type Group
-- group.ep.admin:          Group admin, org host, user type Group
-- group.ep.staff:          Group staff, org host, user type Group
-- location.clinical.staff: Clinical location staff, org host, user type Location
-- location.ep.admin:       Location admin, org host, user type Location
-- location.ep.staff:       Location staff, org host, user type Location
-- org.clinical.admin:      Clinical admin, org host, user type Organization
-- org.clinical.staff:      Clinical staff, org host, user type Organization
-- org.ep.admin:            Equipment provider admin, org host, user type Organization
-- org.ep.staff:            Equipment provider staff, org host, user type Organization
-- org.physician:           Physician, org host, user type Organization
-- support.admin:           Support admin, support host, user type Organization
-- support.staff:           Support staff, support host, user type Organization
--
-- api.token.access
--     org.clinical.admin, org.clinical.staff, org.ep.admin, org.ep.staff
-- api.token.generate
--     org.clinical.admin, org.ep.admin
-- create.device
--     group.ep.admin, group.ep.staff, location.ep.admin, location.ep.staff, org.clinical.admin, org.clinical.staff,
--     org.ep.admin, org.ep.staff
-- create.org
--     support.admin
-- create.patient
--     group.clinical.staff, group.ep.admin, group.ep.staff, location.clinical.staff, location.ep.admin,
--     location.ep.staff, org.clinical.admin, org.clinical.staff, org.ep.admin, org.ep.staff, support.admin,
--     support.staff
-- create.patient.note
--     group.clinical.staff, group.ep.admin, group.ep.staff, location.clinical.staff, location.ep.admin,
--     location.ep.staff, org.clinical.admin, org.clinical.staff, org.ep.admin, org.ep.staff, org.physician,
--     support.admin, support.staff
-- create.user
--     group.ep.admin, location.ep.admin, org.clinical.admin, org.ep.admin, support.admin
-- create.user.security.api
--     org.clinical.admin, org.clinical.staff, org.ep.admin, org.ep.staff
-- delete.device
--     group.ep.admin, location.ep.admin, org.clinical.admin, org.ep.admin, support.admin
-- delete.suppressed_email
--     support.admin
-- delete.user.security.api
--     org.clinical.admin, org.clinical.staff, org.ep.admin, org.ep.staff
-- export.device
--     group.clinical.staff, group.ep.admin, group.ep.staff, location.clinical.staff, location.ep.admin,
--     location.ep.staff, org.clinical.admin, org.clinical.staff, org.ep.admin, org.ep.staff, org.physician,
--     support.admin, support.staff
-- export.patient
--     group.clinical.staff, group.ep.admin, group.ep.staff, location.clinical.staff, location.ep.admin,
--     location.ep.staff, org.clinical.admin, org.clinical.staff, org.ep.admin, org.ep.staff, org.physician,
--     support.admin, support.staff
-- export.user
--     group.ep.admin, location.ep.admin, org.clinical.admin, org.ep.admin, support.admin
-- import.user
--     org.clinical.admin, org.ep.admin, support.admin
-- legacy.api.token.generate
--     org.clinical.admin, org.ep.admin
-- migrate.org
--     support.admin
-- org.group.user
--     org.clinical.admin, org.ep.admin
-- org.groups.locations
--     group.ep.admin, org.clinical.admin, org.ep.admin
-- org.location.user
--     org.clinical.admin, org.ep.admin
-- org.user.device
--     group.clinical.staff, group.ep.admin, group.ep.staff, location.clinical.staff, location.ep.admin,
--     location.ep.staff, org.clinical.admin, org.clinical.staff, org.ep.admin, org.ep.staff, org.physician
-- request.patient
--     org.clinical.admin, org.clinical.staff, org.ep.admin, org.ep.staff
-- send.org.message
--     support.admin, support.staff
-- support.group.user
--     support.admin
-- support.groups.locations
--     support.admin
-- support.location.user
--     support.admin
-- support.user.device
--     support.admin, support.staff
-- update.announcement
--     support.admin
-- update.device
--     group.ep.admin, group.ep.staff, location.ep.admin, location.ep.staff, org.clinical.admin, org.clinical.staff,
--     org.ep.admin, org.ep.staff
-- update.device.pin
--     group.ep.admin, group.ep.staff, location.ep.admin, location.ep.staff, org.clinical.admin, org.clinical.staff,
--     org.ep.admin, org.ep.staff, org.physician
-- update.device.settings
--     group.ep.admin, location.ep.admin, org.clinical.admin, org.clinical.staff, org.ep.admin, org.ep.staff,
--     org.physician
-- update.machine.date_change_utility
--     group.ep.admin, location.ep.admin, org.clinical.admin, org.ep.admin, support.admin
-- update.mobile_user
--     group.ep.admin, location.ep.admin, org.clinical.admin, org.ep.admin, support.admin
-- update.org
--     support.admin
-- update.org.settings
--     org.clinical.admin, org.ep.admin, support.admin
-- update.patient
--     group.clinical.staff, group.ep.admin, group.ep.staff, location.clinical.staff, location.ep.admin,
--     location.ep.staff, org.clinical.admin, org.clinical.staff, org.ep.admin, org.ep.staff, support.admin,
--     support.staff
-- update.user
--     group.ep.admin, location.ep.admin, org.clinical.admin, org.ep.admin, support.admin
-- update.user.active
--     group.ep.admin, location.ep.admin, org.clinical.admin, org.ep.admin, support.admin
-- update.user.invitation
--     group.ep.admin, location.ep.admin, org.clinical.admin, org.ep.admin, support.admin
-- update.user.lock
--     group.ep.admin, location.ep.admin, org.clinical.admin, org.ep.admin, support.admin
-- update.user.mfa
--     group.ep.admin, location.ep.admin, org.clinical.admin, org.ep.admin, support.admin
-- update.user.mvc_settings
--     org.clinical.admin, org.ep.admin, support.admin
-- update.user.password
--     group.ep.admin, location.ep.admin, org.clinical.admin, org.ep.admin, support.admin
-- upload.device.icode
--     group.clinical.staff, group.ep.admin, group.ep.staff, location.clinical.staff, location.ep.admin,
--     location.ep.staff, org.clinical.admin, org.clinical.staff, org.ep.admin, org.ep.staff, org.physician
-- upload.device.usage
--     group.clinical.staff, group.ep.admin, group.ep.staff, location.clinical.staff, location.ep.admin,
--     location.ep.staff, org.clinical.admin, org.clinical.staff, org.ep.admin, org.ep.staff, org.physician
-- view.graphiql
--     group.clinical.staff, group.ep.admin, group.ep.staff, location.clinical.staff, location.ep.admin,
--     location.ep.staff, org.clinical.admin, org.clinical.staff, org.ep.admin, org.ep.staff, org.physician,
--     support.admin, support.staff
-- view.mobile_user
--     group.ep.admin, location.ep.admin, org.clinical.admin, org.clinical.staff, org.ep.admin, org.ep.staff,
--     support.admin, support.staff
-- view.patient
--     group.clinical.staff, group.ep.admin, group.ep.staff, location.clinical.staff, location.ep.admin,
--     location.ep.staff, org.clinical.admin, org.clinical.staff, org.ep.admin, org.ep.staff, org.physician,
--     support.admin, support.staff
-- view.user
--     group.ep.admin, location.ep.admin, org.clinical.admin, org.ep.admin, support.admin, support.staff
-- viewAll.role
--     support.admin, support.staff
-- viewAny.activity
--     support.admin
-- viewAny.device
--     support.admin, support.staff
-- viewAny.org
--     support.admin, support.staff
-- viewAny.patient
--     support.admin, support.staff
-- viewAny.suppressed_email
--     support.admin, support.staff
-- viewAny.user
--     support.admin, support.staff

-- ==================== Functions ====================

CREATE FUNCTION accept_hand_off(own integer, day date, ended integer)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  asked int := open_hand_off(own, 'holder');
  mine hand_offs;
  theirs hand_offs;
  gone machines;
  treated int;
  made int;
begin
  if not ctx_may('update.device') then perform refuse('Not permitted: update.device'); end if;
  if asked is null then return 'closed'; end if;
  select * into mine from hand_offs h where h.id = own;
  select * into theirs from hand_offs h where h.id = asked;
  if not exists (select from organizations o where o.id = theirs.org_id and o.active) then return 'inactive'; end if;
  if not exists (select from organizations o where o.id = mine.org_id
      and day between (mine.created_at at time zone o.timezone)::date and (now() at time zone o.timezone)::date) then
    perform refuse('A day before the request, or in the future.');
  end if;
  -- Of a device also an assignment to a patient of a partner.
  if ended is not null and not exists (select from device_history h join patients p on p.id = h.patient_id
    where h.id = ended and h.end_date = day and ctx_sees(p.visible_org_ids, array[p.location_id])
      and case mine.kind when 'device' then h.machine_id = mine.machine_id else h.org_id = mine.org_id and h.patient_id = mine.patient_id end) then
    perform refuse('An assignment of another patient or machine, or one that has another end.');
  end if;
  select m.* into gone from machines m where m.id = coalesce(mine.machine_id, (select h.machine_id from device_history h where h.id = ended));
  treated := coalesce((select h.patient_id from device_history h where h.id = ended), mine.patient_id);
  -- Of two acceptances of one machine or patient, one waits, and then finds the other: each is given away once. The patient first, as everywhere.
  perform from patients p where p.id = mine.patient_id for no key update;
  perform from machines m where m.id = gone.id for no key update;
  if exists (select from device_history h where h.machine_id = gone.id and daterange(h.start_date, h.end_date, '[)') && daterange(day, null, '[)'))
    or exists (select from hand_offs h where h.side = 'asker' and h.state = 'accepted' and h.machine_id = gone.id
      and (h.ended_at >= mine.created_at or h.starts_on > day))
    or gone.handed_over and machine_holder(gone.id) <> mine.org_id
      and not exists (select from patients p where p.id = treated and machine_holder(gone.id) in (p.org_id, p.dme_id))
    or mine.kind = 'patient' and exists (select from hand_offs h where h.side = 'holder' and h.kind = 'patient' and h.state = 'accepted'
      and h.patient_id = mine.patient_id and h.other_org_id = theirs.org_id) then
    return 'held';
  end if;
  if mine.kind = 'patient' then
    insert into patients (org_id, dme_id, is_rules_active, first_name, last_name, email, birth_date, sex, address1, address2, city, state, zip, country, phone, mobile_phone)
    select theirs.org_id, case t.kind when 'ep' then theirs.org_id end, p.is_rules_active, p.first_name, p.last_name, p.email, p.birth_date, p.sex, p.address1, p.address2, p.city,
           p.state, p.zip, p.country, p.phone, p.mobile_phone
      from patients p, organizations o join organization_types t on t.id = o.type_id where p.id = mine.patient_id and o.id = theirs.org_id
    returning id into made;
  end if;
  update hand_offs h set state = 'accepted', starts_on = day, ended_at = now(), user_id = ctx_user() where h.id = own;
  update hand_offs h set state = 'accepted', starts_on = day, ended_at = now(), machine_org_id = gone.org_id, machine_id = gone.id,
      patient_org_id = case when made is not null then theirs.org_id end, patient_id = made, other_name = (select o.name from organizations o where o.id = mine.org_id)
   where h.id = asked;
  if gone.id is not null then perform machine_refresh_visible_orgs(gone.id); end if;
  if made is not null and gone.id is not null then
    insert into device_history (org_id, patient_id, machine_org_id, machine_id, start_date) values (theirs.org_id, made, gone.org_id, gone.id, day);
  end if;
  return 'done';
end $function$;
ALTER FUNCTION accept_hand_off(integer,date,integer) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION accept_hand_off(integer,date,integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION accept_hand_off(integer,date,integer) TO airlog_org;

CREATE FUNCTION activate_organization(wanted integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not ctx_switches_organization(wanted) then perform refuse('Support staff activates organizations.'); end if;
  update organizations o set active = true, draft = false where o.id = wanted and not o.active;
  if not found then return false; end if;
  delete from sessions s where s.org_id = wanted;
  return true;
end $function$;
ALTER FUNCTION activate_organization(integer) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION activate_organization(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION activate_organization(integer) TO airlog_support;

CREATE FUNCTION add_job(queue_name text, job_data jsonb, job_key text, earliest timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into pgboss.job_common as waiting (name, data, start_after, singleton_key, expire_seconds, deletion_seconds, keep_until,
      retry_limit, retry_delay, retry_backoff, retry_delay_max, policy, dead_letter, heartbeat_seconds)
    select q.name, job_data, coalesce(earliest, now()), job_key, q.expire_seconds, q.deletion_seconds,
           coalesce(earliest, now()) + q.retention_seconds * interval '1 second',
           q.retry_limit, q.retry_delay, q.retry_backoff, q.retry_delay_max, q.policy, q.dead_letter, q.heartbeat_seconds
      from pgboss.queue q where q.name = queue_name
    on conflict (name, coalesce(singleton_key, '')) where state = 'created' and policy = 'short'
    do update set start_after = least(waiting.start_after, excluded.start_after), keep_until = greatest(waiting.keep_until, excluded.keep_until);
  if not found then raise exception 'There is no queue %', queue_name using errcode = 'undefined_object'; end if;
end $function$;
ALTER FUNCTION add_job(text,jsonb,text,timestamp with time zone) OWNER TO airlog_jobs;
REVOKE EXECUTE ON FUNCTION add_job(text,jsonb,text,timestamp with time zone) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION add_job(text,jsonb,text,timestamp with time zone) TO airlog_definer;

CREATE FUNCTION add_legacy_patients(migration integer, wanted jsonb)
 RETURNS TABLE(legacy_id text, patient_org_id integer, patient_id integer, is_new boolean, fingerprint text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  m patient_migrations;
  added text[] := '{}';
begin
  if current_setting('role') not in ('airlog_support', 'airlog_acting') or not ctx_may('migrate.org') then perform refuse('Not permitted: migrate.org'); end if;
  select * into m from patient_migrations x where x.id = migration and x.state = 'running' and coalesce(ctx_acting(), x.target_org_id) = x.target_org_id;
  if not found then perform refuse('The migration does not run.'); end if;
  -- In one order: two migrations with the same patients wait for each other, and never both ways.
  for legacy_id, patient_org_id, patient_id, fingerprint in
    insert into patients as p (org_id, location_id, dme_id, legacy_id, is_rules_active, first_name, last_name, email, assigned_id, birth_date, sex,
        therapy_start, note, address1, address2, city, state, zip, country, phone, mobile_phone)
      select m.target_org_id, m.location_id, m.target_org_id, w.legacy_id, w.is_active, w.first_name, w.last_name, w.email, w.assigned_id, w.birth_date, w.sex,
             w.therapy_start, w.note, w.address1, w.address2, w.city, w.state, w.zip, w.country, w.phone, w.mobile_phone
        from jsonb_to_recordset(wanted) as w (legacy_id text, is_active boolean, first_name text, last_name text, email text, assigned_id text, birth_date date,
             sex text, therapy_start date, note text, address1 text, address2 text, city text, state text, zip text, country text, phone text, mobile_phone text)
       order by w.legacy_id collate "C"
      on conflict (legacy_id) where legacy_id is not null do nothing
      returning p.legacy_id, p.org_id, p.id, patient_fingerprint(p)
  loop
    is_new := true;
    added := added || legacy_id;
    return next;
  end loop;
  return query select p.legacy_id, p.org_id, p.id, false, null::text from patients p
    where p.legacy_id in (select w.legacy_id from jsonb_to_recordset(wanted) as w (legacy_id text)) and p.legacy_id <> all (added);
end $function$;
ALTER FUNCTION add_legacy_patients(integer,jsonb) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION add_legacy_patients(integer,jsonb) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION add_legacy_patients(integer,jsonb) TO airlog_support;

CREATE FUNCTION add_list_counts(counted text, orgs integer[], locations integer[], change bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare due boolean;
begin
  with added as (
    insert into list_counts (list, org_id, visible_location_ids, rows) select counted, o, locations, change from unnest(orgs || 0) o returning id
  ) select bool_or(a.id % 256 = 0) into due from added a;
  if due then
    perform fold_list_counts(counted);
  end if;
end $function$;
ALTER FUNCTION add_list_counts(text,integer[],integer[],bigint) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION add_list_counts(text,integer[],integer[],bigint) FROM PUBLIC;

CREATE FUNCTION add_report_key(new_key bytea, new_cipher text, rotates boolean)
 RETURNS TABLE(key_id text, cipher text)
 LANGUAGE plpgsql
AS $function$
begin
  if rotates then
    update report_keys set valid_until = now() + interval '10 minutes', private_cipher = null where valid_until is null;
  end if;
  insert into report_keys (public_key, private_cipher, valid_from) values (new_key, new_cipher, now() - interval '10 minutes')
    on conflict do nothing;
  return query select k.id, k.private_cipher from report_keys k where k.valid_until is null;
end $function$;
REVOKE EXECUTE ON FUNCTION add_report_key(bytea,text,boolean) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION add_report_key(bytea,text,boolean) TO airlog_jobs;

CREATE FUNCTION archive_lines(ids bigint[], stored_key text, digest bytea)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with gone as (delete from audit_log where id = any (ids) returning id, created_at),
       noted as (
         insert into audit_archives (first_row, last_row, lines, first_at, last_at, file_key, sha256)
         select min(id), max(id), count(*), min(created_at), max(created_at), stored_key, digest from gone having count(*) > 0)
  select count(*)::int from gone
$function$;
ALTER FUNCTION archive_lines(bigint[],text,bytea) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION archive_lines(bigint[],text,bytea) FROM PUBLIC;

CREATE FUNCTION ask_hand_off(wanted text, asked jsonb, cipher text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
end $function$;
ALTER FUNCTION ask_hand_off(text,jsonb,text) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION ask_hand_off(text,jsonb,text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ask_hand_off(text,jsonb,text) TO airlog_org;

CREATE FUNCTION assignment_bounds(machine integer, patient integer, starts date, ends date, history integer, provider integer DEFAULT NULL::integer)
 RETURNS TABLE(received date, handed_over date)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
end $function$;
ALTER FUNCTION assignment_bounds(integer,integer,date,date,integer,integer) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION assignment_bounds(integer,integer,date,date,integer,integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION assignment_bounds(integer,integer,date,date,integer,integer) TO airlog_org, airlog_support;

CREATE FUNCTION bind_device(wanted text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare machine int := (select m.id from machines m where m.serial = wanted and m.simulated);
begin
  if machine is null then raise exception 'There is no such device' using errcode = 'invalid_authorization_specification'; end if;
  perform set_config('app.machine_id', machine::text, true);
end $function$;
ALTER FUNCTION bind_device(text) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION bind_device(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION bind_device(text) TO airlog_device;

CREATE FUNCTION calls_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform recompute_compliance(array[old.patient_id, new.patient_id]);
  return null;
end $function$;
ALTER FUNCTION calls_changed() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION calls_changed() FROM PUBLIC;

CREATE FUNCTION change_place()
 RETURNS TABLE(epoch uuid, from_id bigint, deleted_to xid8)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ select e.epoch, e.from_id, e.deleted_to from change_epochs e $function$;
ALTER FUNCTION change_place() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION change_place() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION change_place() TO airlog_jobs, airlog_org, airlog_support;

CREATE FUNCTION change_usage_dates(machine integer, wanted_source text, moves jsonb)
 RETURNS integer[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  ids bigint[];
  changed bigint[];
  concerned int[];
  own_days datemultirange;
begin
  select coalesce(array_agg(m.id), '{}') into ids from jsonb_to_recordset(moves) as m (id bigint, date date);
  perform claim_nights(machine, wanted_source, ids);
  -- No place on earth has a later date yet. The day in the patient's time zone is compared by the portal, with a message.
  if exists (select from jsonb_to_recordset(moves) as m (id bigint, date date) join usage_nights n on n.id = m.id
              where m.date > (now() at time zone 'Pacific/Kiritimati')::date or abs(m.date - n.night) > 7305) then
    perform refuse('A date in the future, or more than 20 years from the recorded one.');
  end if;
  select coalesce(array_agg(distinct n.patient_id), '{}') into concerned from usage_nights n where n.id = any (ids);
  select array_agg(n.id) into changed
    from jsonb_to_recordset(moves) as m (id bigint, date date) join usage_nights n on n.id = m.id and n.usage_date <> m.date;
  own_days := ctx_machine_days(machine);
  with was as (
    select n.id, n.usage_date from usage_nights n where n.id = any (ids)
  ), moved as (
    update usage_nights n set usage_date = m.date from jsonb_to_recordset(moves) as m (id bigint, date date)
     where n.id = m.id and n.usage_date <> m.date returning n.*
  )
  insert into usage_date_changes (org_id, patient_id, machine_org_id, machine_id, night_id, source, night, old_date, new_date, actor_user_id, email)
  select n.org_id, n.patient_id, n.machine_org_id, n.machine_id, n.id, n.source, n.night, w.usage_date, n.usage_date, u.id, u.email
    from moved n join was w on w.id = n.id join users u on u.id = ctx_user();
  if exists (select from usage_nights n left join patients p on p.id = n.patient_id
              where n.id = any (changed)
                and (p.id is not null and not ctx_sees(p.visible_org_ids, array[p.location_id])
                     or not n.usage_date <@ own_days and not exists (
                       select from device_history h where h.machine_id = n.machine_id
                         and h.start_date <= n.usage_date and (h.end_date is null or n.usage_date < h.end_date)))) then
    raise exception 'Another patient had the machine on that date.' using errcode = 'check_violation', constraint = 'usage_date_of_another_patient';
  end if;
  select array_agg(distinct c.id) into concerned
    from (select unnest(concerned) as id union select n.patient_id from usage_nights n where n.id = any (ids)) c where c.id is not null;
  return coalesce(concerned, '{}');
end  $function$;
ALTER FUNCTION change_usage_dates(integer,text,jsonb) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION change_usage_dates(integer,text,jsonb) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION change_usage_dates(integer,text,jsonb) TO airlog_org, airlog_support;

CREATE FUNCTION changed_by_others(changes jsonb)
 RETURNS text[]
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(array_agg(c.key), '{}') from jsonb_each(changes) c
   where (c.value ->> 'at')::timestamptz > now() - interval '1 hour' and (c.value ->> 'by')::int <> ctx_user()
$function$;

CREATE FUNCTION claim_nights(machine integer, wanted_source text, ids bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not ctx_may('update.machine.date_change_utility') then perform refuse('Not permitted: update.machine.date_change_utility'); end if;
  if not exists (select from machines m where m.id = machine and ctx_sees(m.visible_org_ids, m.visible_location_ids)) then
    perform refuse('Nights of another machine.');
  end if;
  -- Of two changes of a machine one waits, and then finds the dates of the other. The rows in the order in which devices send them.
  perform lock_nights(machine);
  perform from usage_nights n where n.id = any (ids) order by n.night, n.id for no key update;
  if (select count(*) from usage_nights n left join patients p on p.id = n.patient_id
       where n.id = any (ids) and n.machine_id = machine and n.source = wanted_source and n.source in ('wireless', 'sd', 'qr')
         and case when n.patient_id is null then n.usage_date <@ ctx_machine_days(machine)
                  else ctx_sees(p.visible_org_ids, array[p.location_id]) end) <> cardinality(ids) then
    perform refuse('Nights of another machine, source or patient.');
  end if;
end $function$;
ALTER FUNCTION claim_nights(integer,text,bigint[]) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION claim_nights(integer,text,bigint[]) FROM PUBLIC;

CREATE FUNCTION compliance_state_on(met_on date, at_risk_on date, cannot_be_met_on date, closes_on date, today date)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when closes_on is null then 'no_therapy_start' when met_on <= today then 'met' when closes_on <= today then 'not_met'
              when cannot_be_met_on <= today then 'cannot_be_met' when at_risk_on <= today then 'at_risk' else 'in_progress' end
$function$;

CREATE FUNCTION compliance_states_of_today(portion integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare found int;
begin
  update compliance_results r set state = r.state from (
    select c.patient_id, c.rule from compliance_results c join patients p on p.id = c.patient_id join organizations o on o.id = coalesce(p.dme_id, p.org_id)
     where c.state_until <= (now() + interval '14 hours')::date and c.state_until <= (now() at time zone o.timezone)::date or c.state is null
     order by c.patient_id limit portion for update of c skip locked
  ) due where r.patient_id = due.patient_id and r.rule = due.rule;
  get diagnostics found = row_count;
  return found;
end $function$;
ALTER FUNCTION compliance_states_of_today(integer) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION compliance_states_of_today(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION compliance_states_of_today(integer) TO airlog_jobs;

CREATE FUNCTION connect_patient(patient integer, provider integer, clinician integer, physician integer, place integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  was patients;
  owner constant int := coalesce(ctx_acting(), ctx_org());
  is_limited constant boolean := current_setting('role') = 'airlog_limited';
  person int;
  asked record;
  again int[] := '{}';
begin
  select p.* into was from patients p
   where p.id = patient and ctx_sees(p.visible_org_ids, array[p.location_id]) for no key update;
  if not found or was.org_id <> owner or current_setting('role') = 'airlog_support' then
    perform refuse('The organization of a patient decides who sees the patient.');
  end if;
  -- Of a patient that this transaction added, the permission to add is enough.
  if not (ctx_may('update.patient') or was.created_at = now() and ctx_may('create.patient')) then
    perform refuse('Not permitted: update.patient');
  end if;
  if provider is distinct from was.dme_id and provider is not null
    and not exists (select from patient_providers('[]', true, provider, 1)) then
    perform refuse('The provider is an active equipment provider.');
  end if;
  foreach person in array array_remove(array[
    case when clinician is distinct from was.clinician_id then clinician end,
    case when physician is distinct from was.physician_id then physician end], null) loop
    if not exists (select from users u where u.id = person and u.active
        and case when u.org_id = owner then u.is_clinician else u.visible_org_ids @> array[owner] end) then
      perform refuse('A clinician is one of the organization, or of a partner that treats one of its patients.');
    end if;
  end loop;
  if place is distinct from was.location_id and (place is null and is_limited or place is not null and not exists (
      select from locations l where l.id = place and l.org_id = owner and l.closed_at is null
        and (not is_limited or l.id = any (ctx_locations())))) then
    perform refuse('The location is an open one of the organization.');
  end if;
  for asked in select * from declined_by(patient, array(select provider union select u.org_id from users u where u.id in (clinician, physician))) loop
    if asked.asked_from > now() then perform refuse('The organization has declined the patient.'); end if;
    again := again || asked.partner_org_id;
  end loop;
  update patients p set dme_id = provider, location_id = place,
      clinician_id = clinician, clinician_org_id = (select u.org_id from users u where u.id = clinician),
      physician_id = physician, physician_org_id = (select u.org_id from users u where u.id = physician)
   where p.id = patient;
  perform notify_patient_staff(o, null, 'patient-assigned-again', was.org_id, patient) from unnest(again) o;
end $function$;
ALTER FUNCTION connect_patient(integer,integer,integer,integer,integer) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION connect_patient(integer,integer,integer,integer,integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION connect_patient(integer,integer,integer,integer,integer) TO airlog_org, airlog_support;

CREATE FUNCTION counted_lists()
 RETURNS TABLE(list text, org_id integer, visible_location_ids integer[], rows bigint)
 LANGUAGE sql
 STABLE
AS $function$
  select c.list, o.org_id, c.locations, sum(c.rows)::bigint from (
    select 'patients' as list, p.visible_org_ids as orgs, locations_of(p.location_id) as locations, count(*) as rows from patients p group by 2, 3
    union all select 'machines', m.visible_org_ids, m.visible_location_ids, count(*) from machines m group by 2, 3
    union all select 'device_history', p.visible_org_ids, locations_of(p.location_id), count(*)
      from device_history h join patients p on p.id = h.patient_id group by 2, 3
  ) c cross join lateral unnest(c.orgs || 0) o (org_id) group by 1, 2, 3
$function$;
REVOKE EXECUTE ON FUNCTION counted_lists() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION counted_lists() TO airlog_definer;

CREATE FUNCTION ctx_acting()
 RETURNS integer
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ select nullif(current_setting('app.acting_org_id', true), '')::int $function$;

CREATE FUNCTION ctx_actor()
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ select coalesce(nullif(current_setting('app.actor', true), ''), 'session') $function$;

CREATE FUNCTION ctx_assignment(history integer)
 RETURNS SETOF assignment_versions
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select v.* from assignment_versions v join patients p on p.id = v.patient_id and ctx_sees(p.visible_org_ids, array[p.location_id])
   where v.history_id = history and upper_inf(v.known)
$function$;
ALTER FUNCTION ctx_assignment(integer) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION ctx_assignment(integer) FROM PUBLIC;

CREATE FUNCTION ctx_has_machine(machine integer)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select upper_inf(ctx_machine_days(machine)) or exists (select from device_history h join patients p on p.id = h.patient_id
    where h.machine_id = machine and h.end_date is null and ctx_sees(p.visible_org_ids, array[p.location_id]))
$function$;
ALTER FUNCTION ctx_has_machine(integer) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION ctx_has_machine(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ctx_has_machine(integer) TO airlog_org, airlog_support;

CREATE FUNCTION ctx_in_group(wanted integer)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select exists (select from user_groups g where g.user_id = ctx_user() and g.group_id = wanted)
$function$;
ALTER FUNCTION ctx_in_group(integer) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION ctx_in_group(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ctx_in_group(integer) TO airlog_org, airlog_support;

CREATE FUNCTION ctx_locations()
 RETURNS integer[]
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ select coalesce(('{' || nullif(current_setting('app.location_ids', true), '') || '}')::int[], '{}') $function$;

CREATE FUNCTION ctx_machine()
 RETURNS integer
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ select nullif(current_setting('app.machine_id', true), '')::int $function$;

CREATE FUNCTION ctx_machine_day_since(machine integer, day date)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select coalesce((select max(h.ended_at) from hand_offs h
                    where h.machine_id = machine and h.side = 'asker' and h.state = 'accepted' and h.starts_on <= day), '-infinity')
   where day <@ ctx_machine_days(machine)
$function$;
ALTER FUNCTION ctx_machine_day_since(integer,date) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION ctx_machine_day_since(integer,date) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ctx_machine_day_since(integer,date) TO airlog_org, airlog_support;

CREATE FUNCTION ctx_machine_days(machine integer)
 RETURNS datemultirange
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select case current_setting('role') when 'airlog_support' then '{(,)}'::datemultirange else machine_days(m.id, coalesce(ctx_acting(), ctx_org())) end
    from machines m where m.id = machine and ctx_sees(m.visible_org_ids, m.visible_location_ids)
$function$;
ALTER FUNCTION ctx_machine_days(integer) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION ctx_machine_days(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ctx_machine_days(integer) TO airlog_org, airlog_support;

CREATE FUNCTION ctx_manages_places(wanted integer)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$ select case current_setting('role')
    when 'airlog_org' then wanted = ctx_org() and ctx_may('update.org.settings')
    when 'airlog_acting' then wanted = ctx_acting() and (ctx_may('update.org') or ctx_may('update.org.settings'))
    when 'airlog_support' then ctx_may('update.org') or (wanted = ctx_org() and ctx_may('update.org.settings'))
    else false end $function$;

CREATE FUNCTION ctx_manages_service_accounts()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select current_setting('role') = 'airlog_org' and ctx_actor() = 'session' and ctx_may('legacy.api.token.generate')
    and exists (select from organizations o where o.id = ctx_org() and o.active and o.allow_api_key_management)
$function$;
ALTER FUNCTION ctx_manages_service_accounts() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION ctx_manages_service_accounts() FROM PUBLIC;

CREATE FUNCTION ctx_may(wanted text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select exists (select from user_roles u join role_permissions p on p.role_id = u.role_id
    where u.user_id = ctx_user() and u.org_id = ctx_org() and p.permission = wanted)
    -- A service account has no role: its scopes are its permissions.
    or exists (select from service_accounts s where s.user_id = ctx_user() and s.org_id = ctx_org() and wanted = any (s.scopes))
$function$;
ALTER FUNCTION ctx_may(text) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION ctx_may(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ctx_may(text) TO airlog_org, airlog_support;

CREATE FUNCTION ctx_may_give(wanted integer)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select not exists (select from role_permissions p where p.role_id = wanted and not ctx_may(p.permission))
    or (ctx_may('support.location.user') and exists (select from roles r where r.id = wanted and r.host = 'org'))
$function$;
ALTER FUNCTION ctx_may_give(integer) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION ctx_may_give(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ctx_may_give(integer) TO airlog_org, airlog_support;

CREATE FUNCTION ctx_org()
 RETURNS integer
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ select nullif(current_setting('app.org_id', true), '')::int $function$;

CREATE FUNCTION ctx_sees(organizations integer[], locations integer[])
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select case current_setting('role')
    when 'airlog_support' then true
    when 'airlog_acting' then organizations @> array[ctx_acting()]
    when 'airlog_org' then organizations @> array[ctx_org()]
    when 'airlog_limited' then organizations @> array[ctx_org()] and locations && ctx_locations()
    else false end
$function$;

CREATE FUNCTION ctx_switches_organization(wanted integer)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select ctx_may('update.org')
    and case current_setting('role') when 'airlog_support' then true when 'airlog_acting' then wanted = ctx_acting() else false end
    and exists (select from organizations o join organization_types t on t.id = o.type_id where o.id = wanted and t.kind <> 'support')
$function$;
ALTER FUNCTION ctx_switches_organization(integer) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION ctx_switches_organization(integer) FROM PUBLIC;

CREATE FUNCTION ctx_user()
 RETURNS integer
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ select nullif(current_setting('app.user_id', true), '')::int $function$;

CREATE FUNCTION deactivate_organization(wanted integer)
 RETURNS TABLE(sessions integer, tokens integer, api_keys integer, invitations integer, password_links integer, jobs integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
end $function$;
ALTER FUNCTION deactivate_organization(integer) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION deactivate_organization(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION deactivate_organization(integer) TO airlog_support;

CREATE FUNCTION decline_patient(patient integer, why text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  was patients;
  partner constant int := coalesce(ctx_acting(), ctx_org());
begin
  if not ctx_may('update.patient') then perform refuse('Not permitted: update.patient'); end if;
  select p.* into was from patients p
   where p.id = patient and ctx_sees(p.visible_org_ids, array[p.location_id]) for no key update;
  if not found then return null; end if;
  if was.org_id = partner or current_setting('role') not in ('airlog_org', 'airlog_acting') then
    perform refuse('A partner declines patients of other organizations.');
  end if;
  if uses_device_of_caller(patient) then return 'device'; end if;
  insert into declined_patients (org_id, patient_id, partner_org_id, partner_name, reason, user_org_id, user_id)
    select was.org_id, was.id, o.id, o.name, why, ctx_org(), ctx_user() from organizations o where o.id = partner;
  update patients p set dme_id = nullif(p.dme_id, partner),
      clinician_id = case when p.clinician_org_id is distinct from partner then p.clinician_id end, clinician_org_id = nullif(p.clinician_org_id, partner),
      physician_id = case when p.physician_org_id is distinct from partner then p.physician_id end, physician_org_id = nullif(p.physician_org_id, partner)
   where p.id = patient;
  perform notify_patient_staff(was.org_id, was.location_id, 'patient-declined', was.org_id, was.id);
  return 'done';
end $function$;
ALTER FUNCTION decline_patient(integer,text) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION decline_patient(integer,text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION decline_patient(integer,text) TO airlog_org, airlog_support;

CREATE FUNCTION declined_by(patient integer, partners integer[])
 RETURNS TABLE(partner_org_id integer, partner_name text, asked_from timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select distinct on (d.partner_org_id) d.partner_org_id, d.partner_name, d.declined_at + interval '30 days'
    from declined_patients d join patients p on p.id = d.patient_id
   where d.patient_id = patient and d.partner_org_id = any (partners) and not p.visible_org_ids @> array[d.partner_org_id]
     and p.org_id = coalesce(ctx_acting(), ctx_org()) and ctx_sees(p.visible_org_ids, array[p.location_id])
   order by d.partner_org_id, d.id desc
$function$;
ALTER FUNCTION declined_by(integer,integer[]) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION declined_by(integer,integer[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION declined_by(integer,integer[]) TO airlog_org, airlog_support;

CREATE FUNCTION delete_old_changes(portion integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  last xid8;
  gone int;
begin
  perform from change_epochs for update;
  with oldest as (select c.id, c.at from changes c order by c.id limit portion),
       deleted as (delete from changes c using oldest o, change_epochs e
                    where c.id = o.id and (o.at < now() - interval '30 days' or o.id <= e.from_id) returning c.xid, o.id > e.from_id as of_this)
  select count(*), (select d.xid from deleted d where d.of_this order by d.xid desc limit 1) into gone, last from deleted;
  if last is not null then update change_epochs set deleted_to = greatest(deleted_to, last); end if;
  return gone;
end $function$;
ALTER FUNCTION delete_old_changes(integer) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION delete_old_changes(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION delete_old_changes(integer) TO airlog_jobs;

CREATE FUNCTION delete_service_account(account integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not set_service_account_active(account, false) then return false; end if;
  update service_accounts s set deleted_at = now() where s.user_id = account and s.org_id = ctx_org();
  update api_keys k set revoked_at = now() where k.user_id = account and k.org_id = ctx_org() and k.revoked_at is null;
  return true;
end $function$;
ALTER FUNCTION delete_service_account(integer) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION delete_service_account(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION delete_service_account(integer) TO airlog_org;

CREATE FUNCTION deliver_hand_off(asked integer, patient integer, machine integer, confirmed boolean)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  theirs hand_offs;
  moment timestamptz;
  holder int;
  made int;
begin
  select * into theirs from hand_offs h where h.id = asked and h.side = 'asker' for update;
  if not found or theirs.looked_up_at is not null then return null; end if;
  moment := clock_timestamp();
  update hand_offs h set looked_up_at = moment, pin_cipher = null where h.id = asked;
  holder := coalesce((select p.org_id from patients p where p.id = patient), machine_holder(machine));
  if theirs.state <> 'open' or holder is null or holder = theirs.org_id then
    perform nextval('inbox_items_id_seq'), nextval('audit_log_id_seq');
    return null;
  end if;
  insert into hand_offs (id, org_id, side, kind, serial, asked_by, pin_confirmed, other_org_id, other_id, other_name, patient_org_id, patient_id,
      machine_org_id, machine_id, looked_up_at, created_at, expires_at)
  select theirs.id + 1, holder, 'holder', theirs.kind, theirs.serial, theirs.asked_by, confirmed, theirs.org_id, theirs.id, o.name, case when patient is not null then holder end, patient,
         (select m.org_id from machines m where m.id = machine), machine, moment, theirs.created_at, theirs.expires_at
    from organizations o where o.id = theirs.org_id
  returning id into made;
  insert into hand_off_messages (id, org_id, hand_off_id, body, created_at)
  select m.id + 1, holder, made, m.body, m.created_at from hand_off_messages m where m.org_id = theirs.org_id and m.hand_off_id = asked order by m.id;
  return made;
end $function$;
ALTER FUNCTION deliver_hand_off(integer,integer,integer,boolean) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION deliver_hand_off(integer,integer,integer,boolean) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION deliver_hand_off(integer,integer,integer,boolean) TO airlog_jobs;

CREATE FUNCTION device_index_of(lowest integer, highest integer)
 RETURNS SETOF device_index
 LANGUAGE sql
 STABLE
AS $function$
  select h.id, h.org_id, h.machine_id, p.visible_org_ids, p.location_id, h.start_date, h.end_date, m.serial, m.model_id, p.last_name,
      plain_text(m.serial) || ' ' || p.search_text
    from device_history h join patients p on p.id = h.patient_id join machines m on m.id = h.machine_id
   where h.id between lowest and highest
$function$;
ALTER FUNCTION device_index_of(integer,integer) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION device_index_of(integer,integer) FROM PUBLIC;

CREATE FUNCTION device_of_serial(wanted text)
 RETURNS TABLE(id integer, org_id integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select m.id, m.org_id from machines m where m.serial = wanted and m.simulated
$function$;
ALTER FUNCTION device_of_serial(text) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION device_of_serial(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION device_of_serial(text) TO airlog_device;

CREATE FUNCTION device_states_of(lowest integer, highest integer)
 RETURNS SETOF device_states
 LANGUAGE sql
 STABLE
AS $function$
  select h.id, h.org_id, h.patient_id, h.machine_id, p.visible_org_ids, p.location_id,
      case when h.end_date is null then h.start_date end, settings.state, settings.submitted_at,
      case when h.end_date is null and m.machine_id is not null then coalesce(m.last_connected_at, '-infinity') end,
      (select c.start_time from connections c where c.machine_id = h.machine_id and c.patient_id = h.patient_id
          and in_days(c.start_time, h.start_date, h.end_date, o.timezone) order by c.start_time desc limit 1),
      failed_at_of(h.id)
    from device_history h join patients p on p.id = h.patient_id join organizations o on o.id = h.org_id
    left join modules m on m.machine_id = h.machine_id cross join lateral settings_state_of(h.id) settings
   where h.id between lowest and highest
$function$;
ALTER FUNCTION device_states_of(integer,integer) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION device_states_of(integer,integer) FROM PUBLIC;

CREATE FUNCTION enqueue_job(queue_name text, job_data jsonb, job_key text, earliest timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
      select jsonb_build_object('bulkQueryId', q.id), q.id::text, null from bulk_queries q
       where queue_name = 'run-bulk-query' and q.id = (job_data ->> 'bulkQueryId')::int and q.user_id = ctx_user() and q.state = 'created'
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
end $function$;
ALTER FUNCTION enqueue_job(text,jsonb,text,timestamp with time zone) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION enqueue_job(text,jsonb,text,timestamp with time zone) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION enqueue_job(text,jsonb,text,timestamp with time zone) TO airlog_jobs, airlog_org, airlog_support;

CREATE FUNCTION expire_hand_off(asked integer, at timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  asker int;
begin
  select h.org_id into asker from hand_offs h where h.id = asked and h.side = 'asker' and h.state = 'open' and h.expires_at <= at for update;
  if asker is null then return null; end if;
  update hand_offs h set state = 'expired', ended_at = h.expires_at where h.id = asked or h.other_id = asked;
  return asker;
end $function$;
ALTER FUNCTION expire_hand_off(integer,timestamp with time zone) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION expire_hand_off(integer,timestamp with time zone) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION expire_hand_off(integer,timestamp with time zone) TO airlog_jobs;

CREATE FUNCTION failed_at_of(history integer)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(case when change.failure = 'expired' then change.expires_at else change.answered_at end, change.submitted_at)
    from (select * from settings_records s where s.history_id = history and s.is_edit
           order by s.status = 'pending' desc, s.submitted_at desc nulls last, s.id desc limit 1) change
   where change.status = 'failed' and change.dismissed_at is null
$function$;
ALTER FUNCTION failed_at_of(integer) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION failed_at_of(integer) FROM PUBLIC;

CREATE FUNCTION failed_jobs(most integer)
 RETURNS TABLE(id uuid, queue text, failed_at timestamp with time zone, attempts integer, reason text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return query
    select j.id, j.name, j.completed_on, j.retry_count + 1,
           case j.output #>> '{value,message}' when 'job timed out' then 'TimedOut' when 'job heartbeat timeout' then 'NodeLost' else left(j.output ->> 'reason', 120) end
      from pgboss.job j where j.state = 'failed' and j.name not like '\_\_%' order by j.completed_on desc, j.id limit most;
end $function$;
ALTER FUNCTION failed_jobs(integer) OWNER TO airlog_jobs;
REVOKE EXECUTE ON FUNCTION failed_jobs(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION failed_jobs(integer) TO airlog_support;

CREATE FUNCTION figures_verified()
 RETURNS TABLE(verified_at timestamp with time zone, repaired integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select case when count(*) = 2 then min(v.verified_at) end,
         coalesce(sum(case when current_setting('role') = 'airlog_support' then v.repaired
           else coalesce((v.repaired_of_orgs ->> coalesce(ctx_acting(), ctx_org())::text)::int, 0) end), 0)::int
    from (select distinct on (kind) * from verifications order by kind, id desc) v
$function$;
ALTER FUNCTION figures_verified() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION figures_verified() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION figures_verified() TO airlog_org, airlog_support;

CREATE FUNCTION fold_list_counts(folded text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if not pg_try_advisory_xact_lock(4716005, hashtext(folded)) then return; end if;
  with gone as (delete from list_counts c where c.list = folded returning c.org_id, c.visible_location_ids, c.rows)
  insert into list_counts (list, org_id, visible_location_ids, rows)
    select folded, g.org_id, g.visible_location_ids, sum(g.rows) from gone g group by 2, 3 having sum(g.rows) <> 0;
end $function$;
ALTER FUNCTION fold_list_counts(text) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION fold_list_counts(text) FROM PUBLIC;

CREATE FUNCTION follow_up_assignees(patient integer)
 RETURNS TABLE(id integer, name text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select u.id, u.last_name || ', ' || u.first_name
    from patients p join users u on u.org_id = coalesce(ctx_acting(), ctx_org()) and u.active and p.visible_org_ids @> array[u.org_id]
   where p.id = patient and ctx_sees(p.visible_org_ids, array[p.location_id])
     and exists (select from user_roles r join role_permissions m on m.role_id = r.role_id
                  where r.user_id = u.id and m.permission in ('view.patient', 'viewAny.patient'))
     and case u.user_type
           when 'Location' then exists (select from user_locations l where l.user_id = u.id and l.location_id = p.location_id)
           when 'Group' then exists (select from user_groups g join org_group_locations l on l.group_id = g.group_id
                                      where g.user_id = u.id and l.location_id = p.location_id)
           else true end
$function$;
ALTER FUNCTION follow_up_assignees(integer) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION follow_up_assignees(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION follow_up_assignees(integer) TO airlog_org, airlog_support;

CREATE FUNCTION give_back_nights(machine integer, ids bigint[])
 RETURNS integer[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  returned int;
begin
  perform claim_nights(machine, 'sd', ids);
  with ended as (
    update night_voids v set given_back_by = u.id, given_back_email = u.email, given_back_at = greatest(now(), v.created_at)
      from users u where u.id = ctx_user() and v.night_id = any (ids) and v.given_back_at is null returning v.night_id, v.state_before
  ), back as (
    update usage_nights n set state = e.state_before from ended e where n.id = e.night_id returning n.id
  )
  select count(*) into returned from back;
  if returned <> cardinality(ids) then perform refuse('A night that is not voided.'); end if;
  return array (select distinct n.patient_id from usage_nights n where n.id = any (ids) and n.patient_id is not null);
end $function$;
ALTER FUNCTION give_back_nights(integer,bigint[]) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION give_back_nights(integer,bigint[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION give_back_nights(integer,bigint[]) TO airlog_org, airlog_support;

CREATE FUNCTION hand_off_readers(organization integer)
 RETURNS SETOF integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select distinct u.user_id from user_roles u join role_permissions p on p.role_id = u.role_id join user_accounts a on a.id = u.user_id
   where u.org_id = organization and p.permission = 'request.patient' and a.active
$function$;
ALTER FUNCTION hand_off_readers(integer) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION hand_off_readers(integer) FROM PUBLIC;

CREATE FUNCTION ids_with_text(listed text, pattern text)
 RETURNS integer[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare ids int[];
begin
  if listed not in ('patients', 'device_index', 'mobile_users') then raise 'No search of % by ids.', listed; end if;
  if current_setting('role') = 'airlog_support' then return null; end if;
  execute format('select array(select r.id from %I r
    where r.search_text ilike $1 and r.visible_org_ids @> array[coalesce(ctx_acting(), ctx_org())] and ctx_sees(r.visible_org_ids, array[r.location_id])
    limit 10001)', listed) into ids using pattern;
  return case when cardinality(ids) <= 10000 then ids end;
end $function$;
ALTER FUNCTION ids_with_text(text,text) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION ids_with_text(text,text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ids_with_text(text,text) TO airlog_org, airlog_support;

CREATE FUNCTION in_days(at timestamp with time zone, starts date, ends date, zone text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select at >= starts::timestamp at time zone zone and (ends is null or at < (ends + 1)::timestamp at time zone zone)
$function$;

CREATE FUNCTION installation_figures()
 RETURNS TABLE(mails_waiting integer, mails_failed integer, uploads integer, upload_bytes double precision, held integer, swept_at timestamp with time zone, compliance_at timestamp with time zone, derived_at timestamp with time zone, sealed_at timestamp with time zone, backup_at timestamp with time zone, backup_bytes double precision, backup_version text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select (select count(*)::int from mails where state = 'queued'),
         (select count(*)::int from mails where created_at > now() - interval '3 days' and state = 'failed' and failure <> 'replaced' and ended_at > now() - interval '24 hours'),
         stored.uploads, stored.bytes, sweep.held, sweep.swept_at,
         (select v.verified_at from verifications v where v.kind = 'compliance' order by v.id desc limit 1),
         (select v.verified_at from verifications v where v.kind = 'derived' order by v.id desc limit 1),
         (select s.sealed_at from audit_seals s order by s.seq desc limit 1),
         backup.taken_at, backup.bytes::float8, backup.version
    from (select count(*)::int as uploads, coalesce(sum(u.byte_count), 0)::float8 as bytes from uploads u where u.files_removed_at is null) stored
    left join file_sweeps sweep on true
    left join (select * from backups b order by b.taken_at desc limit 1) backup on true
$function$;
ALTER FUNCTION installation_figures() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION installation_figures() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION installation_figures() TO airlog_support;

CREATE FUNCTION installation_nodes()
 RETURNS TABLE(id uuid, host text, version text, migration text, started_at timestamp with time zone, seen_at timestamp with time zone, is_silent boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select n.id, n.host, n.version, n.migration, n.started_at, n.seen_at, n.seen_at < now() - interval '1 minute' from nodes n order by n.host, n.started_at
$function$;
ALTER FUNCTION installation_nodes() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION installation_nodes() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION installation_nodes() TO airlog_support;

CREATE FUNCTION is_staff()
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$ select current_user in ('airlog_org', 'airlog_limited', 'airlog_support', 'airlog_acting') $function$;

CREATE FUNCTION is_staff_of_an_organization()
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$ select current_user in ('airlog_org', 'airlog_limited') $function$;

CREATE FUNCTION keep_recent_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  before constant jsonb := to_jsonb(old);
  after constant jsonb := to_jsonb(new);
  kept jsonb;
  added jsonb;
begin
  select coalesce(jsonb_object_agg(r.key, r.value), '{}') into kept from jsonb_each(old.recent_changes) r
    where (r.value ->> 'at')::timestamptz > now() - interval '1 hour';
  select coalesce(jsonb_object_agg(c.name, jsonb_build_object('by', ctx_user(), 'at', now())), '{}') into added from unnest(tg_argv) c(name)
    where after -> c.name is distinct from before -> c.name;
  new.recent_changes := kept || added;
  return new;
end $function$;

CREATE FUNCTION letter_pairs(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select ' ' || regexp_replace(value, '(..)', '\1 ', 'g') || ' ' || regexp_replace(substr(value, 2), '(..)', '\1 ', 'g') || ' '
$function$;

CREATE FUNCTION list_rows_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare sign int := case tg_op when 'INSERT' then 1 else -1 end;
begin
  if tg_table_name = 'patients' then
    perform add_list_counts('patients', k.orgs, k.locations, k.n * sign)
       from (select c.visible_org_ids as orgs, locations_of(c.location_id) as locations, count(*) as n from changed c group by 1, 2) k;
  elsif tg_table_name = 'machines' then
    perform add_list_counts('machines', k.orgs, k.locations, k.n * sign)
       from (select c.visible_org_ids as orgs, c.visible_location_ids as locations, count(*) as n from changed c group by 1, 2) k;
  else
    -- The trigger of the row has locked the patient: a concurrent change of who sees the patient waits and finds this row.
    perform add_list_counts('device_history', k.orgs, k.locations, k.n * sign)
       from (select p.visible_org_ids as orgs, locations_of(p.location_id) as locations, count(*) as n
               from changed c join patients p on p.id = c.patient_id group by 1, 2) k;
  end if;
  return null;
end $function$;
ALTER FUNCTION list_rows_changed() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION list_rows_changed() FROM PUBLIC;

CREATE FUNCTION list_rows_shared()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare assignments bigint;
begin
  if tg_table_name = 'machines' then
    perform add_list_counts('machines', old.visible_org_ids, old.visible_location_ids, -1),
            add_list_counts('machines', new.visible_org_ids, new.visible_location_ids, 1);
    return null;
  end if;
  if tg_table_name = 'device_history' then
    perform add_list_counts('device_history', p.visible_org_ids, locations_of(p.location_id), case p.id when new.patient_id then 1 else -1 end)
       from patients p where p.id in (old.patient_id, new.patient_id);
    return null;
  end if;
  select count(*) into assignments from device_history h where h.patient_id = new.id;
  perform add_list_counts('patients', old.visible_org_ids, locations_of(old.location_id), -1),
          add_list_counts('patients', new.visible_org_ids, locations_of(new.location_id), 1);
  perform add_list_counts('device_history', old.visible_org_ids, locations_of(old.location_id), -assignments),
          add_list_counts('device_history', new.visible_org_ids, locations_of(new.location_id), assignments) where assignments > 0;
  return null;
end $function$;
ALTER FUNCTION list_rows_shared() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION list_rows_shared() FROM PUBLIC;

CREATE FUNCTION location_usage(wanted integer[])
 RETURNS TABLE(location integer, patients integer, machines integer, users integer, groups integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return query
  select l.id,
         (select count(*)::int from (select from patients p where p.org_id = l.org_id and p.location_id = l.id limit 10001) k),
         (select count(*)::int from (select from machines m where m.org_id = l.org_id and m.location_id = l.id limit 10001) k),
         (select count(*)::int from user_locations u where u.org_id = l.org_id and u.location_id = l.id),
         (select count(*)::int from org_group_locations g where g.org_id = l.org_id and g.location_id = l.id)
    from locations l where l.id = any (wanted) and ctx_manages_places(l.org_id);
end $function$;
ALTER FUNCTION location_usage(integer[]) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION location_usage(integer[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION location_usage(integer[]) TO airlog_org, airlog_support;

CREATE FUNCTION locations_of(location integer)
 RETURNS integer[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select array_remove(array[location], null) $function$;

CREATE FUNCTION lock_assignment(patient integer, machine integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform pg_advisory_xact_lock(1, patient);
  perform pg_advisory_xact_lock(2, hashtext(m.serial)) from machines m where m.id = machine;
  perform lock_nights(machine);
end $function$;
ALTER FUNCTION lock_assignment(integer,integer) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION lock_assignment(integer,integer) FROM PUBLIC;

CREATE FUNCTION lock_nights(machine integer)
 RETURNS void
 LANGUAGE sql
AS $function$ select pg_advisory_xact_lock(7, machine) $function$;
REVOKE EXECUTE ON FUNCTION lock_nights(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lock_nights(integer) TO airlog_definer;

CREATE FUNCTION log_moved_nights(actor integer, ids bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if exists (select from usage_nights n where n.id = any (ids)
              and (n.source <> 'sd' or n.usage_date > (now() at time zone 'Pacific/Kiritimati')::date or abs(n.usage_date - n.night) > 7305)) then
    perform refuse('A night of another source, a date in the future, or one more than 20 years from the recorded one.');
  end if;
  if exists (select from usage_nights n where n.id = any (ids)
              and (select count(*) from usage_nights u where u.machine_id = n.machine_id and u.usage_date = n.usage_date and u.source = n.source) > 2) then
    raise exception 'A third night of one source has the same date' using errcode = 'check_violation', constraint = 'usage_nights_two_a_date', table = 'usage_nights';
  end if;
  insert into usage_date_changes (org_id, patient_id, machine_org_id, machine_id, night_id, source, night, old_date, new_date, actor_user_id, email)
  select n.org_id, n.patient_id, n.machine_org_id, n.machine_id, n.id, n.source, n.night, n.night, n.usage_date, u.id, u.email
    from usage_nights n join users u on u.id = actor where n.id = any (ids) and n.usage_date <> n.night order by n.night;
end $function$;
ALTER FUNCTION log_moved_nights(integer,bigint[]) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION log_moved_nights(integer,bigint[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION log_moved_nights(integer,bigint[]) TO airlog_jobs;

CREATE FUNCTION machine_collision(machine integer, starts date, ends date, ignored integer)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select case when bool_or(h.end_date is null) then 'device-already-connected' when count(*) > 0 then 'device-start-date-overlaps' end
    from device_history h join machines m on m.id = h.machine_id
   where h.machine_id = machine and h.id is distinct from ignored
     and daterange(h.start_date, h.end_date, '[)') && daterange(starts, ends, '[)')
     -- The caller's role: current_user is the function's owner here.
     and case current_setting('role')
           when 'airlog_org' then m.visible_org_ids @> array[ctx_org()]
           when 'airlog_limited' then m.visible_org_ids @> array[ctx_org()] and m.visible_location_ids && ctx_locations()
           when 'airlog_acting' then m.visible_org_ids @> array[ctx_acting()]
           else true
         end
     and case when m.handed_over
           then datemultirange(daterange(h.start_date, h.end_date, '[)')) && (datemultirange(daterange(starts, ends, '[)')) * ctx_machine_days(m.id)) else true end
$function$;
ALTER FUNCTION machine_collision(integer,date,date,integer) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION machine_collision(integer,date,date,integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION machine_collision(integer,date,date,integer) TO airlog_org, airlog_support;

CREATE FUNCTION machine_days(machine integer, organization integer)
 RETURNS datemultirange
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  first_day date;
  days datemultirange;
begin
  select min(h.starts_on) into first_day from hand_offs h where h.machine_id = machine and h.side = 'asker' and h.state = 'accepted';
  if first_day is null then return '{(,)}'; end if;
  select coalesce(range_agg(daterange(p.since, case when p.until < p.since then p.since else p.until end)), '{}') into days
    from (select h.org_id, h.starts_on as since, lead(h.starts_on) over (order by h.ended_at, h.id) as until
            from hand_offs h where h.machine_id = machine and h.side = 'asker' and h.state = 'accepted') p
   where p.org_id = organization;
  if exists (select from machines m where m.id = machine and m.org_id = organization)
    or exists (select from device_history h join patients p on p.id = h.patient_id
                where h.machine_id = machine and h.start_date < first_day and p.visible_org_ids @> array[organization]) then
    days := days + datemultirange(daterange(null, first_day));
  end if;
  return days;
end $function$;
ALTER FUNCTION machine_days(integer,integer) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION machine_days(integer,integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION machine_days(integer,integer) TO airlog_jobs;

CREATE FUNCTION machine_holder(machine integer)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select coalesce(
    (select h.org_id from hand_offs h where h.machine_id = machine and h.side = 'asker' and h.state = 'accepted' order by h.ended_at desc, h.id desc limit 1),
    (select m.org_id from machines m where m.id = machine))
$function$;
ALTER FUNCTION machine_holder(integer) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION machine_holder(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION machine_holder(integer) TO airlog_jobs;

CREATE FUNCTION machine_refresh_visible_orgs(machine integer)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  update machines set visible_org_ids = visible_org_ids where id = machine
$function$;
ALTER FUNCTION machine_refresh_visible_orgs(integer) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION machine_refresh_visible_orgs(integer) FROM PUBLIC;

CREATE FUNCTION make_primary_location(wanted integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  owner int := (select l.org_id from locations l where l.id = wanted);
begin
  if owner is null or not ctx_manages_places(owner) then perform refuse('Not permitted: the locations of this organization.'); end if;
  perform from organizations o where o.id = owner for no key update;
  perform from locations l where l.id = wanted for no key update;
  if exists (select from locations l where l.id = wanted and l.closed_at is not null) then return false; end if;
  update locations l set is_primary = false where l.org_id = owner and l.is_primary and l.id <> wanted;
  update locations l set is_primary = true where l.id = wanted and not l.is_primary;
  return true;
end $function$;
ALTER FUNCTION make_primary_location(integer) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION make_primary_location(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION make_primary_location(integer) TO airlog_org, airlog_support;

CREATE FUNCTION make_service_account(account_name text, account_description text, account_scopes text[], secret_digest bytea, secret_end text, days integer, most integer)
 RETURNS TABLE(account integer, client uuid)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not ctx_manages_service_accounts() then perform refuse('Not permitted: legacy.api.token.generate'); end if;
  if exists (select from unnest(account_scopes) scope where not ctx_may(scope)) then
    perform refuse('No user gives a scope that they do not hold.');
  end if;
  -- Those who make accounts of one organization wait for each other, so that none is beyond the limit.
  perform pg_advisory_xact_lock(hashtext('service_accounts'), ctx_org());
  if (select count(*) from service_accounts s where s.org_id = ctx_org() and s.deleted_at is null) >= most then return; end if;
  -- No address: no one signs in or receives mail with it.
  insert into users (org_id, email, first_name, last_name, is_clinician, is_service)
    values (ctx_org(), 'service-account-' || gen_random_uuid(), 'Service account', account_name, false, true) returning id into account;
  insert into service_accounts (user_id, org_id, name, description, scopes, created_by_id, created_by_name)
    select account, ctx_org(), account_name, account_description, account_scopes, u.id, u.first_name || ' ' || u.last_name from users u where u.id = ctx_user();
  insert into api_keys (org_id, user_id, created_by_id, digest, last_four, scopes, expires_at)
    values (ctx_org(), account, ctx_user(), secret_digest, secret_end, account_scopes, now() + make_interval(days => days)) returning client_id into client;
  return next;
end $function$;
ALTER FUNCTION make_service_account(text,text,text[],bytea,text,integer,integer) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION make_service_account(text,text,text[],bytea,text,integer,integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION make_service_account(text,text,text[],bytea,text,integer,integer) TO airlog_org;

CREATE FUNCTION masked_name(name text, kept integer)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select left(name, shown) || repeat('*', length(name) - shown) from (select least(kept, greatest(length(name) - 1, 0)) as shown) letters
$function$;

CREATE FUNCTION membership_written_by_staff()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  membership jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
begin
  if not is_staff() then return coalesce(new, old); end if;
  if not (ctx_may('update.user') or ctx_may('create.user') and tg_op = 'INSERT') then perform refuse('Not permitted: update.user'); end if;
  if tg_table_name = 'user_roles' and not ctx_may_give((membership ->> 'role_id')::int) then
    perform refuse('No user gives a role that permits more than their own.');
  end if;
  return coalesce(new, old);
end $function$;

CREATE FUNCTION memberships_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  one record;
  rest jsonb;
begin
  for one in execute format(
    'select c.org_id, c.user_id, jsonb_agg(n.name order by n.name) as moved,
       coalesce((select jsonb_agg(o.name order by o.name) from %1$I m join %2$I o on o.id = m.%3$I where m.user_id = c.user_id), ''[]'') as present
       from moved_rows c join %2$I n on n.id = c.%3$I group by c.org_id, c.user_id', tg_table_name, tg_argv[1], tg_argv[2])
  loop
    if tg_op = 'INSERT' then
      select coalesce(jsonb_agg(v.name order by v.name), '[]') into rest from jsonb_array_elements_text(one.present) v(name) where not one.moved ? v.name;
    else
      select jsonb_agg(v.name order by v.name) into rest from jsonb_array_elements_text(one.present || one.moved) v(name);
    end if;
    perform record_user_change(one.org_id, one.user_id, 'updated',
      jsonb_build_object(tg_argv[0], jsonb_build_object('before', rest, 'after', one.present)));
  end loop;
  return null;
end $function$;
ALTER FUNCTION memberships_changed() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION memberships_changed() FROM PUBLIC;

CREATE FUNCTION migrate_organization(wanted text)
 RETURNS TABLE(organization integer, location integer, outcome text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
end $function$;
ALTER FUNCTION migrate_organization(text) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION migrate_organization(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION migrate_organization(text) TO airlog_support;

CREATE FUNCTION move_from_location(wanted integer, target integer, most integer)
 RETURNS TABLE(patients integer, machines integer, users integer, groups integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  owner int := (select l.org_id from locations l where l.id = wanted);
begin
  if owner is null or not ctx_manages_places(owner)
    or not exists (select from locations l where l.id = wanted and l.closed_at is not null)
    or not exists (select from locations l where l.id = target and l.org_id = owner) then
    perform refuse('Not permitted: to move from this location.');
  end if;
  users := 0;
  groups := 0;
  update patients p set location_id = target
    where p.id in (select k.id from patients k where k.org_id = owner and k.location_id = wanted order by k.id limit most);
  get diagnostics patients = row_count;
  update machines m set location_id = target where m.id in (
    select k.id from machines k where k.org_id = owner and k.location_id = wanted order by k.id limit most);
  get diagnostics machines = row_count;
  if patients < most and machines < most then
    update users u set version = u.version + 1
      where u.id in (select l.user_id from user_locations l where l.org_id = owner and l.location_id = wanted);
    -- First the new place: the user belongs to a location at every moment.
    insert into user_locations (org_id, user_id, location_id)
      select u.org_id, u.user_id, target from user_locations u where u.org_id = owner and u.location_id = wanted on conflict do nothing;
    delete from user_locations u where u.org_id = owner and u.location_id = wanted;
    get diagnostics users = row_count;
    insert into org_group_locations (org_id, group_id, location_id)
      select g.org_id, g.group_id, target from org_group_locations g where g.org_id = owner and g.location_id = wanted on conflict do nothing;
    delete from org_group_locations g where g.org_id = owner and g.location_id = wanted;
    get diagnostics groups = row_count;
  end if;
  return next;
end $function$;
ALTER FUNCTION move_from_location(integer,integer,integer) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION move_from_location(integer,integer,integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION move_from_location(integer,integer,integer) TO airlog_org, airlog_support;

CREATE FUNCTION needs_permission()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- In a statement of its own: other roles may not call ctx_may().
  if not is_staff() then return null; end if;
  if not exists (select from unnest(tg_argv) wanted where ctx_may(wanted)) then
    perform refuse('Not permitted: ' || array_to_string(tg_argv, ', '));
  end if;
  return null;
end $function$;

CREATE FUNCTION night_evidence(patient_ids integer[], free_from date[], known_at timestamp with time zone)
 RETURNS TABLE(holder integer, dated date, recorded date, used integer, origin text, validity integer, machine integer, serial text, arrived_at timestamp with time zone, digest text, reader text, confidence text, corrected_by text, corrected_at timestamp with time zone, corrected_from date)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return query
  with wanted as materialized (
    select array_agg(p.id) as ids, array_agg('-infinity'::date) as first_nights, array_agg(w.free_from) as ends
      from unnest(patient_ids, night_evidence.free_from) w (id, free_from) join patients p on p.id = w.id
     where current_setting('role') = 'airlog_jobs' or ctx_sees(p.visible_org_ids, array[p.location_id])
  )
  select v.holder, v.dated, v.recorded, v.used, v.origin, v.validity, v.machine, m.serial, n.arrived_at::timestamptz, encode(u.digest, 'hex'),
         case n.source when 'sd' then u.parser || '@' || u.parser_version when 'qr' then c.codec || '@' || c.codec_version end,
         case n.source when 'sd' then u.confidence ->> 'usage' when 'qr' then 'medium' else 'high' end,
         l.email, l.created_at::timestamptz, l.old_date
    from wanted w
    cross join lateral versions_of_nights(w.ids, w.first_nights, w.ends) v
    join usage_nights n on n.id = v.night_id
    join machines m on m.id = n.machine_id
    left join upload_files f on f.id = n.upload_file_id left join uploads u on u.id = f.upload_id
    left join lateral (select r.codec, r.codec_version from icode_reports r
                        where n.source = 'qr' and r.machine_id = n.machine_id and r.icode_period = 1 and r.collected = n.night + 1 and r.created_at < known_at
                        order by r.created_at desc, r.id desc limit 1) c on true
    left join lateral (select d.email, d.created_at, d.old_date from usage_date_changes d
                        where v.dated <> v.recorded and d.machine_id = n.machine_id and d.night_id = n.id and d.created_at < known_at
                        order by d.created_at desc, d.id desc limit 1) l on true
   where v.since < known_at and v.until >= known_at
   order by v.dated, v.recorded, v.night_id;
end $function$;
ALTER FUNCTION night_evidence(integer[],date[],timestamp with time zone) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION night_evidence(integer[],date[],timestamp with time zone) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION night_evidence(integer[],date[],timestamp with time zone) TO airlog_jobs, airlog_org, airlog_support;

CREATE FUNCTION night_history(patient_ids integer[], first_nights date[], ends date[])
 RETURNS TABLE(holder integer, machine integer, dated date, recorded date, used integer, origin text, validity integer, since timestamp with time zone, until timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return query
  with wanted as materialized (
    select array_agg(p.id) as ids, array_agg(w.first_night) as firsts, array_agg(w.free_from) as free
      from unnest(patient_ids, first_nights, ends) w (id, first_night, free_from) join patients p on p.id = w.id
     where current_setting('role') = 'airlog_jobs' or ctx_sees(p.visible_org_ids, array[p.location_id])
  )
  select v.holder, v.machine, v.dated, v.recorded, v.used, v.origin, v.validity, v.since, v.until
    from wanted w cross join lateral versions_of_nights(w.ids, w.firsts, w.free) v
   order by v.dated, v.recorded, v.night_id, v.since;
end $function$;
ALTER FUNCTION night_history(integer[],date[],date[]) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION night_history(integer[],date[],date[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION night_history(integer[],date[],date[]) TO airlog_jobs, airlog_org, airlog_support;

CREATE FUNCTION night_priority(source text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN array_position(ARRAY['wireless'::text, 'sd'::text, 'qr'::text], source);

CREATE FUNCTION night_rank(source text, minutes integer, usage_date date, night date, id bigint)
 RETURNS bigint[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ARRAY[(night_priority(source))::bigint, ((- minutes))::bigint, (CASE WHEN (night = usage_date) THEN 0 ELSE 1 END)::bigint, ((night - '2000-01-01'::date))::bigint, id];
REVOKE EXECUTE ON FUNCTION night_rank(text,integer,date,date,bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION night_rank(text,integer,date,date,bigint) TO airlog_definer;

CREATE FUNCTION nights_grown(patient integer)
 RETURNS TABLE(night_id bigint, grown_at timestamp with time zone, recorded date, machine integer, origin text, before integer, after integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select n.id, v.until, n.night, n.machine_id, n.source, v.minutes, coalesce(later.minutes, n.minutes)
    from patients p
    join usage_night_versions v on v.patient_id = p.id
    join usage_nights n on n.id = v.night_id
    left join lateral (select l.minutes from usage_night_versions l where l.night_id = v.night_id and l.since >= v.until order by l.since limit 1) later on true
   where p.id = patient and ctx_sees(p.visible_org_ids, array[p.location_id]) and coalesce(later.minutes, n.minutes) > v.minutes
$function$;
ALTER FUNCTION nights_grown(integer) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION nights_grown(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION nights_grown(integer) TO airlog_org, airlog_support;

CREATE FUNCTION nights_known(patient_ids integer[], first_day integer, days integer, known_at timestamp with time zone)
 RETURNS TABLE(holder integer, machine integer, dated date, recorded date, used integer, origin text, validity integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return query
  with wanted as materialized (
    select array_agg(p.id) as ids, array_agg(t.therapy_start + first_day) as first_nights, array_agg(t.therapy_start + first_day + days) as free_from
      from patients p join therapy_start_versions t on t.patient_id = p.id and t.known @> known_at
     where p.id = any (patient_ids) and (current_setting('role') = 'airlog_jobs' or ctx_sees(p.visible_org_ids, array[p.location_id]))
  )
  select v.holder, v.machine, v.dated, v.recorded, v.used, v.origin, v.validity
    from wanted w cross join lateral versions_of_nights(w.ids, w.first_nights, w.free_from) v
   where v.since < known_at and v.until >= known_at
   order by v.dated, v.recorded, v.night_id;
end $function$;
ALTER FUNCTION nights_known(integer[],integer,integer,timestamp with time zone) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION nights_known(integer[],integer,integer,timestamp with time zone) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION nights_known(integer[],integer,integer,timestamp with time zone) TO airlog_jobs, airlog_org, airlog_support;

CREATE FUNCTION nights_moving(machine integer, patient integer, history integer, first_night date, free_from date)
 RETURNS TABLE(night_id bigint, dated date, recorded date, used integer, origin text, is_overruled boolean, validity integer, holder integer, is_hidden boolean, receiver integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  was device_history;
begin
  if not (ctx_may('create.device') or ctx_may('update.device')) then perform refuse('Not permitted: update.device'); end if;
  if not exists (select from machines m where m.id = machine and ctx_sees(m.visible_org_ids, m.visible_location_ids))
    or not exists (select from patients p where p.id = patient and ctx_sees(p.visible_org_ids, array[p.location_id])) then
    perform refuse('An assignment of another machine or patient.');
  end if;
  select h.* into was from device_history h where h.id = history and h.machine_id = machine and h.patient_id = patient;
  if found and (was.start_date, was.end_date) is not distinct from (first_night, free_from) then return; end if;
  if exists (select from assignment_bounds(machine, patient, first_night, free_from, history)) then
    perform refuse('A day on which another organization had the machine.');
  end if;
  return query
  select n.id, n.usage_date, n.night, n.minutes::int, n.source, n.overruled, n.state::int,
         p.id, n.patient_id is not null and p.id is null, case when w.is_within then patient end
    from usage_nights n
    cross join lateral (select n.usage_date >= first_night and n.usage_date < coalesce(free_from, 'infinity') as is_within) w
    left join patients p on p.id = n.patient_id and ctx_sees(p.visible_org_ids, array[p.location_id])
   where n.machine_id = machine
     and case when w.is_within then n.patient_id is distinct from patient
              else n.patient_id = patient and n.usage_date >= was.start_date and n.usage_date < coalesce(was.end_date, 'infinity') end;
end $function$;
ALTER FUNCTION nights_moving(integer,integer,integer,date,date) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION nights_moving(integer,integer,integer,date,date) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION nights_moving(integer,integer,integer,date,date) TO airlog_org, airlog_support;

CREATE FUNCTION nights_of_assignment(history integer)
 RETURNS SETOF usage_nights
 LANGUAGE sql
 STABLE
AS $function$
  select n.*
    from (select h.machine_id, h.patient_id, h.start_date, h.end_date, null::timestamptz as removed_at from device_history h where h.id = history
          union all
          select v.machine_id, v.patient_id, v.start_date, v.end_date, lower(v.known) from assignment_versions v
           where v.history_id = history and v.act = 'deleted' and upper_inf(v.known)) a
    join usage_nights n on n.machine_id = a.machine_id and n.patient_id = a.patient_id
      and n.usage_date >= a.start_date and n.usage_date < coalesce(a.end_date, 'infinity')
   where a.removed_at is null
      or not exists (select from device_history h where h.machine_id = n.machine_id and h.patient_id = n.patient_id
                       and h.start_date <= n.usage_date and n.usage_date < coalesce(h.end_date, 'infinity'))
     and not exists (select from assignment_versions l
                      where l.patient_id = n.patient_id and l.machine_id = n.machine_id and l.act = 'deleted' and upper_inf(l.known)
                        and (lower(l.known), l.history_id) > (a.removed_at, history)
                        and l.start_date <= n.usage_date and n.usage_date < coalesce(l.end_date, 'infinity'))
$function$;
REVOKE EXECUTE ON FUNCTION nights_of_assignment(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION nights_of_assignment(integer) TO airlog_definer, airlog_org, airlog_support;

CREATE FUNCTION nights_returning(machine integer, moves jsonb)
 RETURNS TABLE(night_id bigint, holder integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  own_days datemultirange;
begin
  if not ctx_may('update.machine.date_change_utility') then perform refuse('Not permitted: update.machine.date_change_utility'); end if;
  own_days := ctx_machine_days(machine);
  if own_days is null then perform refuse('Nights of another machine.'); end if;
  return query
  select n.id, p.id
    from jsonb_to_recordset(moves) as m (id bigint, date date)
    join usage_nights n on n.id = m.id and n.machine_id = machine and n.usage_date <> m.date
    join usage_night_returns r on r.night_id = n.id and r.usage_date = m.date
    join patients former on former.id = r.patient_id
    left join patients p on p.id = former.id and ctx_sees(p.visible_org_ids, array[p.location_id])
    left join patients present on present.id = n.patient_id
   where m.date <@ own_days
     and case when n.patient_id is null then n.usage_date <@ own_days else ctx_sees(present.visible_org_ids, array[present.location_id]) end
     and not exists (select from device_history h where h.machine_id = machine and h.start_date <= m.date and (h.end_date is null or m.date < h.end_date));
end $function$;
ALTER FUNCTION nights_returning(integer,jsonb) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION nights_returning(integer,jsonb) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION nights_returning(integer,jsonb) TO airlog_org, airlog_support;

CREATE FUNCTION nights_voided(patient_ids integer[], free_from date[], known_at timestamp with time zone)
 RETURNS TABLE(holder integer, dated date, serial text, reason text, voided_by text, voided_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return query
  with wanted as materialized (
    select p.id, w.free_from from unnest(patient_ids, nights_voided.free_from) w (id, free_from) join patients p on p.id = w.id
     where current_setting('role') = 'airlog_jobs' or ctx_sees(p.visible_org_ids, array[p.location_id])
  ), then_voided as (
    select w.id, v.usage_date, v.night_id from wanted w
      join usage_night_versions v on v.patient_id = w.id and v.usage_date < w.free_from and v.state = 9 and v.since < known_at and v.until >= known_at
    union all
    select w.id, n.usage_date, n.id from wanted w
      join usage_nights n on n.patient_id = w.id and n.usage_date < w.free_from and n.state = 9
       and (select max(v.until) from usage_night_versions v where v.night_id = n.id) < known_at
  )
  select t.id, t.usage_date, m.serial, l.reason, l.email, l.created_at
    from then_voided t
    join usage_nights n on n.id = t.night_id
    join machines m on m.id = n.machine_id
    cross join lateral (select k.reason, k.email, k.created_at from night_voids k where k.night_id = t.night_id and k.created_at < known_at
                         order by k.created_at desc, k.id desc limit 1) l
   order by l.created_at, m.serial, t.usage_date;
end $function$;
ALTER FUNCTION nights_voided(integer[],date[],timestamp with time zone) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION nights_voided(integer[],date[],timestamp with time zone) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION nights_voided(integer[],date[],timestamp with time zone) TO airlog_jobs, airlog_org, airlog_support;

CREATE FUNCTION note_backup(taken timestamp with time zone, size bigint, of_version text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  insert into backups (taken_at, bytes, version) values (taken, size, of_version)
$function$;
ALTER FUNCTION note_backup(timestamp with time zone,bigint,text) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION note_backup(timestamp with time zone,bigint,text) FROM PUBLIC;

CREATE FUNCTION notify_patient_staff(organization integer, place integer, what text, patient_org integer, patient integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  event int := nextval('inbox_items_id_seq');
begin
  insert into inbox_items (id, org_id, user_id, kind, patient_org_id, patient_id)
    select event, organization, r, what, patient_org, patient from patient_staff(organization, place) r;
end $function$;
ALTER FUNCTION notify_patient_staff(integer,integer,text,integer,integer) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION notify_patient_staff(integer,integer,text,integer,integer) FROM PUBLIC;

CREATE FUNCTION open_hand_off(own integer, own_side text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  asked int;
begin
  if current_setting('role') <> 'airlog_org' or not ctx_may('request.patient') then perform refuse('Not permitted: request.patient'); end if;
  select coalesce(h.other_id, h.id) into asked from hand_offs h where h.id = own and h.org_id = ctx_org() and h.side = coalesce(own_side, h.side);
  if asked is null then perform refuse('A request of another organization.'); end if;
  perform from hand_offs h where h.id = asked and h.state = 'open' and h.expires_at > now() for update;
  if not found then return null; end if;
  perform from hand_offs h where h.other_id = asked for update;
  return asked;
end $function$;
ALTER FUNCTION open_hand_off(integer,text) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION open_hand_off(integer,text) FROM PUBLIC;

CREATE FUNCTION org_messages_for(message_ids integer[], user_ids integer[])
 RETURNS TABLE(id integer, org_id integer, user_id integer, html text, hostname text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select m.id, m.org_id, m.user_id, m.html, m.hostname from org_messages m where m.id = any (message_ids) and m.user_id = any (user_ids) order by m.id
$function$;
ALTER FUNCTION org_messages_for(integer[],integer[]) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION org_messages_for(integer[],integer[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION org_messages_for(integer[],integer[]) TO airlog_auth;

CREATE FUNCTION organization_ends(wanted integer)
 RETURNS TABLE(sessions integer, tokens integer, api_keys integer, invitations integer, password_links integer, jobs integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
end $function$;
ALTER FUNCTION organization_ends(integer) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION organization_ends(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION organization_ends(integer) TO airlog_support;

CREATE FUNCTION own_row_noted()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare event text;
begin
  if tg_op = 'DELETE' then
    insert into changes (org_id, type, row_id, deleted) values (old.org_id, tg_argv[0], old.id, true);
    return null;
  end if;
  if tg_table_name = 'uploads' then
    if new.state in ('parsed', 'partly', 'refused') and (tg_op = 'INSERT' or old.state <> new.state) then event := 'upload.read'; end if;
  elsif tg_table_name = 'hand_offs' then
    if tg_op = 'INSERT' or old.state <> new.state then event := 'hand_off.changed'; end if;
  end if;
  insert into changes (org_id, type, row_id, event) values (new.org_id, tg_argv[0], new.id, event);
  return null;
end $function$;
ALTER FUNCTION own_row_noted() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION own_row_noted() FROM PUBLIC;

CREATE FUNCTION patient_fingerprint(p patients)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select md5((to_jsonb(p) - '{last_report,current_serial,visible_org_ids,search_text,name_key,compliance_met_on,compliance_at_risk_on,compliance_cannot_be_met_on,compliance_closes_on,compliance_short_on,compliance_call_on,compliance_call_until}'::text[])::text)
$function$;

CREATE FUNCTION patient_machine_days(machine integer, patient integer)
 RETURNS datemultirange
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select machine_days(machine, p.org_id) + machine_days(machine, p.dme_id) from patients p where p.id = patient
$function$;
ALTER FUNCTION patient_machine_days(integer,integer) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION patient_machine_days(integer,integer) FROM PUBLIC;

CREATE FUNCTION patient_migration_follows(was text, becomes text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select (was, becomes) in (('waiting', 'running'), ('waiting', 'failed'), ('running', 'done'), ('running', 'failed'),
    ('done', 'undoing'), ('failed', 'undoing'), ('undoing', 'undone'), ('undoing', 'undo_failed'), ('undo_failed', 'undoing'))
$function$;

CREATE FUNCTION patient_notes_are_kept()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'A note of a patient, and what it was before, is never deleted.' using errcode = 'integrity_constraint_violation';
end $function$;

CREATE FUNCTION patient_providers(patterns jsonb, is_typed boolean, wanted integer, at_most integer)
 RETURNS TABLE(id integer, name text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not (ctx_may('create.patient') or ctx_may('update.patient')) then perform refuse('Not permitted: update.patient'); end if;
  return query
  select o.id, o.name from organizations o join organization_types t on t.id = o.type_id
   where o.active and t.kind = 'ep' and (wanted is null or o.id = wanted)
     and (is_typed or o.visible_org_ids @> array[coalesce(ctx_acting(), ctx_org())])
     and not exists (select from jsonb_array_elements_text(patterns) p where o.name_key not like p)
   order by o.name_key, o.id limit at_most;
end $function$;
ALTER FUNCTION patient_providers(jsonb,boolean,integer,integer) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION patient_providers(jsonb,boolean,integer,integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION patient_providers(jsonb,boolean,integer,integer) TO airlog_org, airlog_support;

CREATE FUNCTION patient_rows_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not exists (select from was) then return null; end if;
  perform from patients p where p.id in (select w.patient_id from was w) order by p.id for no key update;
  insert into changes (org_id, type, row_id, deleted)
  select o, tg_argv[0], w.id, true from was w join patients p on p.id = w.patient_id cross join unnest(p.visible_org_ids) o;
  return null;
end $function$;
ALTER FUNCTION patient_rows_deleted() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION patient_rows_deleted() FROM PUBLIC;

CREATE FUNCTION patient_rows_noted()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into changes (org_id, type, row_id, event)
  select o, tg_argv[0], b.id, case tg_argv[0] when 'UsageNight' then 'night.arrived' else 'device.assigned' end
    from (select p.id, p.visible_org_ids from patients p where p.id in (select a.patient_id from became a) order by p.id for no key update) p
    join became b on b.patient_id = p.id cross join unnest(p.visible_org_ids) o;
  return null;
end $function$;
ALTER FUNCTION patient_rows_noted() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION patient_rows_noted() FROM PUBLIC;

CREATE FUNCTION patient_rows_updated()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not exists (select from was) then return null; end if; -- the usual second round of settle_nights
  if not exists (select from was w full join became b using (id) where w is distinct from b) then return null; end if;
  perform from patients p where p.id in (select w.patient_id from was w union all select b.patient_id from became b) order by p.id for no key update;
  if tg_table_name = 'usage_nights' then
    insert into changes (org_id, type, row_id, event, deleted)
    select o.org_id, tg_argv[0], b.id,
           case when not o.gone and (w.usage_date, w.state) is distinct from (b.usage_date, b.state) then 'night.corrected' end, o.gone
      from was w full join became b using (id)
      cross join lateral visible_before_and_after(w.patient_id, b.patient_id) o where w is distinct from b;
  else
    insert into changes (org_id, type, row_id, deleted)
    select o.org_id, tg_argv[0], b.id, o.gone
      from was w full join became b using (id)
      cross join lateral visible_before_and_after(w.patient_id, b.patient_id) o where w is distinct from b;
  end if;
  return null;
end $function$;
ALTER FUNCTION patient_rows_updated() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION patient_rows_updated() FROM PUBLIC;

CREATE FUNCTION patient_staff(organization integer, place integer)
 RETURNS SETOF integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select distinct a.id from user_roles u join role_permissions p on p.role_id = u.role_id join user_accounts a on a.id = u.user_id
   where u.org_id = organization and p.permission = 'update.patient' and a.active and (a.user_type = 'Organization'
     or exists (select from user_locations l where l.user_id = a.id and l.location_id = place)
     or exists (select from user_groups g join org_group_locations l on l.group_id = g.group_id where g.user_id = a.id and l.location_id = place))
$function$;
ALTER FUNCTION patient_staff(integer,integer) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION patient_staff(integer,integer) FROM PUBLIC;

CREATE FUNCTION patients_of_changed_nights(patient_ids integer[])
 RETURNS SETOF integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select v.patient_id from usage_night_versions v where v.patient_id = any (patient_ids)
  union
  select n.patient_id from usage_nights n join usage_night_versions v on v.night_id = n.id where n.patient_id = any (patient_ids)
$function$;
ALTER FUNCTION patients_of_changed_nights(integer[]) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION patients_of_changed_nights(integer[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION patients_of_changed_nights(integer[]) TO airlog_jobs;

CREATE FUNCTION place_written_by_staff()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  place jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
begin
  if not is_staff() then return coalesce(new, old); end if;
  -- Of an organization's own staff the policies compare the organization.
  if current_setting('role') = 'airlog_org' then
    if ctx_may('update.org.settings') then return coalesce(new, old); end if;
  elsif ctx_manages_places((place ->> 'org_id')::int) then
    return coalesce(new, old);
  end if;
  -- Who creates or migrates an organization gives it its first location.
  if tg_table_name = 'locations' and tg_op = 'INSERT' and current_setting('role') = 'airlog_support'
    and (ctx_may('create.org') or ctx_may('migrate.org')) then return new; end if;
  perform refuse('The locations and groups of an organization are written by its administrators.');
  return null;
end $function$;

CREATE FUNCTION plain_text(value text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
declare folded text collate "C" := value;
begin
  if folded ~ '^[\u0001-\u007f]*$' then
    return lower(regexp_replace(translate(folded, '''`', ''), '[\t-\r -]+', ' ', 'g'));
  end if;
  -- Accents that stand alone are typed as apostrophes; compatibility forms would make blanks of them.
  folded := normalize(translate(folded, E'\u00b4\u0384\u1ffd', ''), nfkd);
  folded := regexp_replace(folded, '[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f''`\u02b9\u02bb-\u02bd\u02c8\u055a\u05f3\u2018-\u201b\u2032\u2035\ua78b\ua78c\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]', '', 'g');
  folded := lower(regexp_replace(folded, '[\t-\r \u1680\u2010-\u2015\u2028\u2029\u2212-]+', ' ', 'g'));
  folded := translate(folded,
    'ÆÐØÞĐĦŁŊŒŦƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƢƤƦƧƩƬƮƱƲƳƵƷƸƼǤǶǷȜȠȢȤȺȻȽȾɁɃɄɅɆɈɊɌɎͰͲͶͿΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩϏϘϚϜϞϠϢϤϦϨϪϬϮϷϺϽϾϿЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӃӅӇӉӋӍӔӘӠӨӶӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖႠႡႢႣႤႥႦႧႨႩႪႫႬႭႮႯႰႱႲႳႴႵႶႷႸႹႺႻႼႽႾႿჀჁჂჃჄჅჇჍᎠᎡᎢᎣᎤᎥᎦᎧᎨᎩᎪᎫᎬᎭᎮᎯᎰᎱᎲᎳᎴᎵᎶᎷᎸᎹᎺᎻᎼᎽᎾᎿᏀᏁᏂᏃᏄᏅᏆᏇᏈᏉᏊᏋᏌᏍᏎᏏᏐᏑᏒᏓᏔᏕᏖᏗᏘᏙᏚᏛᏜᏝᏞᏟᏠᏡᏢᏣᏤᏥᏦᏧᏨᏩᏪᏫᏬᏭᏮᏯᏰᏱᏲᏳᏴᏵᲉᲐᲑᲒᲓᲔᲕᲖᲗᲘᲙᲚᲛᲜᲝᲞᲟᲠᲡᲢᲣᲤᲥᲦᲧᲨᲩᲪᲫᲬᲭᲮᲯᲰᲱᲲᲳᲴᲵᲶᲷᲸᲹᲺᲽᲾᲿẞỺỼỾℲↃⰀⰁⰂⰃⰄⰅⰆⰇⰈⰉⰊⰋⰌⰍⰎⰏⰐⰑⰒⰓⰔⰕⰖⰗⰘⰙⰚⰛⰜⰝⰞⰟⰠⰡⰢⰣⰤⰥⰦⰧⰨⰩⰪⰫⰬⰭⰮⰯⱠⱢⱣⱤⱧⱩⱫⱭⱮⱯⱰⱲⱵⱾⱿⲀⲂⲄⲆⲈⲊⲌⲎⲐⲒⲔⲖⲘⲚⲜⲞⲠⲢⲤⲦⲨⲪⲬⲮⲰⲲⲴⲶⲸⲺⲼⲾⳀⳂⳄⳆⳈⳊⳌⳎⳐⳒⳔⳖⳘⳚⳜⳞⳠⳢⳫⳭⳲꙀꙂꙄꙆꙈꙊꙌꙎꙐꙒꙔꙖꙘꙚꙜꙞꙠꙢꙤꙦꙨꙪꙬꚀꚂꚄꚆꚈꚊꚌꚎꚐꚒꚔꚖꚘꚚꜢꜤꜦꜨꜪꜬꜮꜲꜴꜶꜸꜺꜼꜾꝀꝂꝄꝆꝈꝊꝌꝎꝐꝒꝔꝖꝘꝚꝜꝞꝠꝢꝤꝦꝨꝪꝬꝮꝹꝻꝽꝾꞀꞂꞄꞆꞋꞍꞐꞒꞖꞘꞚꞜꞞꞠꞢꞤꞦꞨꞪꞫꞬꞭꞮꞰꞱꞲꞳꞴꞶꞸꞺꞼꞾꟀꟂꟄꟅꟆꟇꟉꟋꟌ꟎Ꟑ꟒꟔ꟖꟘꟚꟜꟵ𐐀𐐁𐐂𐐃𐐄𐐅𐐆𐐇𐐈𐐉𐐊𐐋𐐌𐐍𐐎𐐏𐐐𐐑𐐒𐐓𐐔𐐕𐐖𐐗𐐘𐐙𐐚𐐛𐐜𐐝𐐞𐐟𐐠𐐡𐐢𐐣𐐤𐐥𐐦𐐧𐒰𐒱𐒲𐒳𐒴𐒵𐒶𐒷𐒸𐒹𐒺𐒻𐒼𐒽𐒾𐒿𐓀𐓁𐓂𐓃𐓄𐓅𐓆𐓇𐓈𐓉𐓊𐓋𐓌𐓍𐓎𐓏𐓐𐓑𐓒𐓓𐕰𐕱𐕲𐕳𐕴𐕵𐕶𐕷𐕸𐕹𐕺𐕼𐕽𐕾𐕿𐖀𐖁𐖂𐖃𐖄𐖅𐖆𐖇𐖈𐖉𐖊𐖌𐖍𐖎𐖏𐖐𐖑𐖒𐖔𐖕𐲀𐲁𐲂𐲃𐲄𐲅𐲆𐲇𐲈𐲉𐲊𐲋𐲌𐲍𐲎𐲏𐲐𐲑𐲒𐲓𐲔𐲕𐲖𐲗𐲘𐲙𐲚𐲛𐲜𐲝𐲞𐲟𐲠𐲡𐲢𐲣𐲤𐲥𐲦𐲧𐲨𐲩𐲪𐲫𐲬𐲭𐲮𐲯𐲰𐲱𐲲𐵐𐵑𐵒𐵓𐵔𐵕𐵖𐵗𐵘𐵙𐵚𐵛𐵜𐵝𐵞𐵟𐵠𐵡𐵢𐵣𐵤𐵥𑢠𑢡𑢢𑢣𑢤𑢥𑢦𑢧𑢨𑢩𑢪𑢫𑢬𑢭𑢮𑢯𑢰𑢱𑢲𑢳𑢴𑢵𑢶𑢷𑢸𑢹𑢺𑢻𑢼𑢽𑢾𑢿𖹀𖹁𖹂𖹃𖹄𖹅𖹆𖹇𖹈𖹉𖹊𖹋𖹌𖹍𖹎𖹏𖹐𖹑𖹒𖹓𖹔𖹕𖹖𖹗𖹘𖹙𖹚𖹛𖹜𖹝𖹞𖹟𖺠𖺡𖺢𖺣𖺤𖺥𖺦𖺧𖺨𖺩𖺪𖺫𖺬𖺭𖺮𖺯𖺰𖺱𖺲𖺳𖺴𖺵𖺶𖺷𖺸𞤀𞤁𞤂𞤃𞤄𞤅𞤆𞤇𞤈𞤉𞤊𞤋𞤌𞤍𞤎𞤏𞤐𞤑𞤒𞤓𞤔𞤕𞤖𞤗𞤘𞤙𞤚𞤛𞤜𞤝𞤞𞤟𞤠𞤡łøđðħŧıς',
    'ædoþdhlŋœtɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵƣƥʀƨʃƭʈʊʋƴƶʒƹƽǥƕƿȝƞȣȥⱥȼƚⱦɂƀʉʌɇɉɋɍɏͱͳͷϳαβγδεζηθικλμνξοπρστυφχψωϗϙϛϝϟϡϣϥϧϩϫϭϯϸϻͻͼͽђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяѡѣѥѧѩѫѭѯѱѳѵѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӄӆӈӊӌӎӕәӡөӷӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆⴀⴁⴂⴃⴄⴅⴆⴇⴈⴉⴊⴋⴌⴍⴎⴏⴐⴑⴒⴓⴔⴕⴖⴗⴘⴙⴚⴛⴜⴝⴞⴟⴠⴡⴢⴣⴤⴥⴧⴭꭰꭱꭲꭳꭴꭵꭶꭷꭸꭹꭺꭻꭼꭽꭾꭿꮀꮁꮂꮃꮄꮅꮆꮇꮈꮉꮊꮋꮌꮍꮎꮏꮐꮑꮒꮓꮔꮕꮖꮗꮘꮙꮚꮛꮜꮝꮞꮟꮠꮡꮢꮣꮤꮥꮦꮧꮨꮩꮪꮫꮬꮭꮮꮯꮰꮱꮲꮳꮴꮵꮶꮷꮸꮹꮺꮻꮼꮽꮾꮿᏸᏹᏺᏻᏼᏽᲊაბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰჱჲჳჴჵჶჷჸჹჺჽჾჿßỻỽỿⅎↄⰰⰱⰲⰳⰴⰵⰶⰷⰸⰹⰺⰻⰼⰽⰾⰿⱀⱁⱂⱃⱄⱅⱆⱇⱈⱉⱊⱋⱌⱍⱎⱏⱐⱑⱒⱓⱔⱕⱖⱗⱘⱙⱚⱛⱜⱝⱞⱟⱡɫᵽɽⱨⱪⱬɑɱɐɒⱳⱶȿɀⲁⲃⲅⲇⲉⲋⲍⲏⲑⲓⲕⲗⲙⲛⲝⲟⲡⲣⲥⲧⲩⲫⲭⲯⲱⲳⲵⲷⲹⲻⲽⲿⳁⳃⳅⳇⳉⳋⳍⳏⳑⳓⳕⳗⳙⳛⳝⳟⳡⳣⳬⳮⳳꙁꙃꙅꙇꙉꙋꙍꙏꙑꙓꙕꙗꙙꙛꙝꙟꙡꙣꙥꙧꙩꙫꙭꚁꚃꚅꚇꚉꚋꚍꚏꚑꚓꚕꚗꚙꚛꜣꜥꜧꜩꜫꜭꜯꜳꜵꜷꜹꜻꜽꜿꝁꝃꝅꝇꝉꝋꝍꝏꝑꝓꝕꝗꝙꝛꝝꝟꝡꝣꝥꝧꝩꝫꝭꝯꝺꝼᵹꝿꞁꞃꞅꞇꞌɥꞑꞓꞗꞙꞛꞝꞟꞡꞣꞥꞧꞩɦɜɡɬɪʞʇʝꭓꞵꞷꞹꞻꞽꞿꟁꟃꞔʂᶎꟈꟊɤꟍ꟏ꟑꟓꟕꟗꟙꟛƛꟶ𐐨𐐩𐐪𐐫𐐬𐐭𐐮𐐯𐐰𐐱𐐲𐐳𐐴𐐵𐐶𐐷𐐸𐐹𐐺𐐻𐐼𐐽𐐾𐐿𐑀𐑁𐑂𐑃𐑄𐑅𐑆𐑇𐑈𐑉𐑊𐑋𐑌𐑍𐑎𐑏𐓘𐓙𐓚𐓛𐓜𐓝𐓞𐓟𐓠𐓡𐓢𐓣𐓤𐓥𐓦𐓧𐓨𐓩𐓪𐓫𐓬𐓭𐓮𐓯𐓰𐓱𐓲𐓳𐓴𐓵𐓶𐓷𐓸𐓹𐓺𐓻𐖗𐖘𐖙𐖚𐖛𐖜𐖝𐖞𐖟𐖠𐖡𐖣𐖤𐖥𐖦𐖧𐖨𐖩𐖪𐖫𐖬𐖭𐖮𐖯𐖰𐖱𐖳𐖴𐖵𐖶𐖷𐖸𐖹𐖻𐖼𐳀𐳁𐳂𐳃𐳄𐳅𐳆𐳇𐳈𐳉𐳊𐳋𐳌𐳍𐳎𐳏𐳐𐳑𐳒𐳓𐳔𐳕𐳖𐳗𐳘𐳙𐳚𐳛𐳜𐳝𐳞𐳟𐳠𐳡𐳢𐳣𐳤𐳥𐳦𐳧𐳨𐳩𐳪𐳫𐳬𐳭𐳮𐳯𐳰𐳱𐳲𐵰𐵱𐵲𐵳𐵴𐵵𐵶𐵷𐵸𐵹𐵺𐵻𐵼𐵽𐵾𐵿𐶀𐶁𐶂𐶃𐶄𐶅𑣀𑣁𑣂𑣃𑣄𑣅𑣆𑣇𑣈𑣉𑣊𑣋𑣌𑣍𑣎𑣏𑣐𑣑𑣒𑣓𑣔𑣕𑣖𑣗𑣘𑣙𑣚𑣛𑣜𑣝𑣞𑣟𖹠𖹡𖹢𖹣𖹤𖹥𖹦𖹧𖹨𖹩𖹪𖹫𖹬𖹭𖹮𖹯𖹰𖹱𖹲𖹳𖹴𖹵𖹶𖹷𖹸𖹹𖹺𖹻𖹼𖹽𖹾𖹿𖺻𖺼𖺽𖺾𖺿𖻀𖻁𖻂𖻃𖻄𖻅𖻆𖻇𖻈𖻉𖻊𖻋𖻌𖻍𖻎𖻏𖻐𖻑𖻒𖻓𞤢𞤣𞤤𞤥𞤦𞤧𞤨𞤩𞤪𞤫𞤬𞤭𞤮𞤯𞤰𞤱𞤲𞤳𞤴𞤵𞤶𞤷𞤸𞤹𞤺𞤻𞤼𞤽𞤾𞤿𞥀𞥁𞥂𞥃loddhtiσ');
  return replace(replace(replace(replace(folded, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
end $function$;

CREATE FUNCTION possible_duplicates(text, date, text[], text, integer, text)
 RETURNS TABLE(id integer, reasons text[])
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select k.id, array_agg(distinct k.reason order by k.reason) from (
    (select p.id, 'name_and_birth_date' as reason from patients p
      where p.name_key = $1 and p.birth_date = $2 and ctx_sees(p.visible_org_ids, array[p.location_id]) limit 20)
    union all
    (select p.id, 'phone' from patients p where p.phone = any ($3) and ctx_sees(p.visible_org_ids, array[p.location_id]) limit 20)
    union all
    (select p.id, 'phone' from patients p where p.mobile_phone = any ($3) and ctx_sees(p.visible_org_ids, array[p.location_id]) limit 20)
    union all
    (select p.id, 'email' from patients p where lower(p.email) = $4 and ctx_sees(p.visible_org_ids, array[p.location_id]) limit 20)
    union all
    (select p.id, 'assigned_id' from patients p where plain_text(p.assigned_id) = $6 and p.assigned_id is not null
        and p.org_id = coalesce((select e.org_id from patients e where e.id = $5 and ctx_sees(e.visible_org_ids, array[e.location_id])), ctx_acting(), ctx_org())
        and ctx_sees(p.visible_org_ids, array[p.location_id]) limit 20)
  ) k (id, reason)
   where k.id is distinct from $5 and (ctx_may('create.patient') or ctx_may('update.patient'))
   group by k.id order by count(distinct k.reason) desc, k.id limit 5
$function$;
ALTER FUNCTION possible_duplicates(text,date,text[],text,integer,text) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION possible_duplicates(text,date,text[],text,integer,text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION possible_duplicates(text,date,text[],text,integer,text) TO airlog_org, airlog_support;

CREATE FUNCTION queue_mail(recipient integer, wanted text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
end $function$;
ALTER FUNCTION queue_mail(integer,text) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION queue_mail(integer,text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION queue_mail(integer,text) TO airlog_auth, airlog_org, airlog_support;

CREATE FUNCTION queue_states()
 RETURNS TABLE(queue text, waiting integer, later integer, active integer, failed integer, waiting_since timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return query
    select q.name, (count(*) filter (where j.state < 'active' and j.start_after <= now()))::int, (count(*) filter (where j.state < 'active' and j.start_after > now()))::int,
           (count(*) filter (where j.state = 'active'))::int, (count(*) filter (where j.state = 'failed'))::int,
           min(j.start_after) filter (where j.state < 'active' and j.start_after <= now())
      from pgboss.queue q left join pgboss.job j on j.name = q.name and j.state <> 'completed'
     where q.name not like '\_\_%' group by q.name order by q.name;
end $function$;
ALTER FUNCTION queue_states() OWNER TO airlog_jobs;
REVOKE EXECUTE ON FUNCTION queue_states() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION queue_states() TO airlog_support;

CREATE FUNCTION rebuild_device_index()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  lock table device_index in share row exclusive mode;
  merge into device_index i using device_index_of(-2147483648, 2147483647) now on i.history_id = now.history_id
    when matched and i.* is distinct from now.* then update set org_id = now.org_id, machine_id = now.machine_id, visible_org_ids = now.visible_org_ids, location_id = now.location_id,
      start_date = now.start_date, end_date = now.end_date, serial = now.serial, model_id = now.model_id, last_name = now.last_name, search_text = now.search_text
    when not matched then insert values (now.history_id, now.org_id, now.machine_id, now.visible_org_ids, now.location_id,
      now.start_date, now.end_date, now.serial, now.model_id, now.last_name, now.search_text);
end $function$;
REVOKE EXECUTE ON FUNCTION rebuild_device_index() FROM PUBLIC;

CREATE FUNCTION rebuild_device_states()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  lock table device_states in share row exclusive mode;
  merge into device_states s using device_states_of(-2147483648, 2147483647) now on s.history_id = now.history_id
    when matched and s.* is distinct from now.* then update set machine_id = now.machine_id, visible_org_ids = now.visible_org_ids, location_id = now.location_id,
      active_since = now.active_since, settings_state = now.settings_state, submitted_at = now.submitted_at,
      heard_at = now.heard_at, last_session_at = now.last_session_at, failed_at = now.failed_at
    when not matched then insert values (now.history_id, now.org_id, now.patient_id, now.machine_id, now.visible_org_ids, now.location_id,
      now.active_since, now.settings_state, now.submitted_at, now.heard_at, now.last_session_at, now.failed_at);
end $function$;
REVOKE EXECUTE ON FUNCTION rebuild_device_states() FROM PUBLIC;

CREATE FUNCTION rebuild_list_counts()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  lock table patients, machines, device_history, list_counts in share row exclusive mode;
  delete from list_counts;
  insert into list_counts (list, org_id, visible_location_ids, rows) select * from counted_lists();
end $function$;
REVOKE EXECUTE ON FUNCTION rebuild_list_counts() FROM PUBLIC;

CREATE FUNCTION recompute_compliance(patient_ids integer[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if to_regclass('pgboss.queue') is null or not exists (select from pgboss.queue where name = 'recompute-compliance') then return; end if;
  -- In the order of the patients, so that concurrent statements wait instead of deadlocking.
  perform add_job('recompute-compliance', jsonb_build_object('patientId', p.id), p.id::text, null)
    from (select distinct unnest as id from unnest(patient_ids) where unnest is not null order by 1) p;
end $function$;
ALTER FUNCTION recompute_compliance(integer[]) OWNER TO airlog_jobs;
REVOKE EXECUTE ON FUNCTION recompute_compliance(integer[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION recompute_compliance(integer[]) TO airlog_definer;

CREATE FUNCTION recompute_provider(provider integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if to_regclass('pgboss.queue') is null then return; end if;
  if not exists (select from pgboss.queue where name = 'recompute-provider') then return; end if;
  perform add_job('recompute-provider', jsonb_build_object('orgId', provider), provider::text, null);
end $function$;
ALTER FUNCTION recompute_provider(integer) OWNER TO airlog_jobs;
REVOKE EXECUTE ON FUNCTION recompute_provider(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION recompute_provider(integer) TO airlog_definer;

CREATE FUNCTION record_user_change(org integer, changed integer, what text, fields jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  line user_changes;
  merged jsonb;
begin
  if fields = '{}' then return; end if;
  select * into line from user_changes c
    where c.user_id = changed and c.created_at = now()::timestamptz(3) and c.transaction = pg_current_xact_id();
  if not found then
    insert into user_changes (org_id, user_id, actor_user_id, event, changes) values (org, changed, ctx_user(), what, fields);
    return;
  end if;
  select coalesce(jsonb_object_agg(f.key, f.value), '{}') into merged from (
    select key, case when line.changes ? key then jsonb_build_object('before', line.changes -> key -> 'before', 'after', value -> 'after') else value end as value
      from jsonb_each(line.changes || fields)
  ) f where f.key = 'password' or f.value -> 'before' is distinct from f.value -> 'after';
  if merged = '{}' then delete from user_changes c where c.id = line.id;
  else update user_changes c set changes = merged where c.id = line.id;
  end if;
end $function$;
ALTER FUNCTION record_user_change(integer,integer,text,jsonb) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION record_user_change(integer,integer,text,jsonb) FROM PUBLIC;

CREATE FUNCTION refresh_device_index(histories integer[])
 RETURNS void
 LANGUAGE sql
AS $function$
  update device_index i set org_id = now.org_id, machine_id = now.machine_id, visible_org_ids = now.visible_org_ids, location_id = now.location_id, start_date = now.start_date,
      end_date = now.end_date, serial = now.serial, model_id = now.model_id, last_name = now.last_name, search_text = now.search_text
    from unnest(histories) h (id) cross join lateral device_index_of(h.id, h.id) now
   where i.history_id = h.id and i.* is distinct from now.*
$function$;
ALTER FUNCTION refresh_device_index(integer[]) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION refresh_device_index(integer[]) FROM PUBLIC;

CREATE FUNCTION refuse(what text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '%', what using errcode = 'insufficient_privilege';
end $function$;

CREATE FUNCTION refuse_closed_location()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if new.location_id is null then return new; end if;
  if tg_op = 'UPDATE' and new.location_id is not distinct from old.location_id then return new; end if;
  perform from locations l where l.id = new.location_id and l.org_id = new.org_id for share;
  if exists (select from locations l where l.id = new.location_id and l.closed_at is not null) then
    raise exception 'The location is closed.' using errcode = 'check_violation', constraint = 'location_is_open';
  end if;
  return new;
end $function$;
ALTER FUNCTION refuse_closed_location() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION refuse_closed_location() FROM PUBLIC;

CREATE FUNCTION refuse_hand_off(own integer, why text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  asked int := open_hand_off(own, 'holder');
begin
  update hand_offs h set state = 'refused', reason = why, ended_at = now(),
      user_id = case h.id when own then ctx_user() else h.user_id end where h.id = asked or h.other_id = asked;
  return asked is not null;
end $function$;
ALTER FUNCTION refuse_hand_off(integer,text) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION refuse_hand_off(integer,text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION refuse_hand_off(integer,text) TO airlog_org;

CREATE FUNCTION refuse_service_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if exists (select from users u where u.id = new.user_id and u.is_service) then perform refuse('A service account has no ' || tg_table_name); end if;
  return new;
end $function$;
ALTER FUNCTION refuse_service_account() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION refuse_service_account() FROM PUBLIC;

CREATE FUNCTION remove_migrated_patients(migration integer, row_ids integer[])
 RETURNS TABLE(row_id integer, removed_id integer, kept_by text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  m patient_migrations;
  r patient_migration_rows;
  p patients;
begin
  if current_setting('role') not in ('airlog_support', 'airlog_acting') or not ctx_may('migrate.org') then perform refuse('Not permitted: migrate.org'); end if;
  select * into m from patient_migrations x where x.id = migration and x.state = 'undoing' and coalesce(ctx_acting(), x.target_org_id) = x.target_org_id;
  if not found then perform refuse('The migration is not undone.'); end if;
  for r in select * from patient_migration_rows x where x.migration_id = migration and x.id = any (row_ids) and x.result = 'migrated' order by x.legacy_id loop
    row_id := r.id;
    removed_id := r.patient_id;
    kept_by := null;
    select * into p from patients x where x.id = r.patient_id and x.org_id = m.target_org_id and x.legacy_id = r.legacy_id
      and x.created_at >= m.created_at - interval '1 second' for update;
    if found then
      if patient_fingerprint(p) is distinct from r.fingerprint then
        kept_by := 'changed';
      elsif exists (select from mobile_users u where u.patient_id = p.id) then
        kept_by := 'mobile_users'; -- it would go with the patient
      else
        begin
          delete from compliance_results c where c.patient_id = p.id; -- derived from the rest
          delete from patients x where x.id = p.id;
        exception when foreign_key_violation then
          get stacked diagnostics kept_by = table_name;
        end;
      end if;
    end if;
    return next;
  end loop;
end $function$;
ALTER FUNCTION remove_migrated_patients(integer,integer[]) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION remove_migrated_patients(integer,integer[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION remove_migrated_patients(integer,integer[]) TO airlog_support;

CREATE FUNCTION renew_change_epoch()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  here text := (select s.system_identifier || ':' || d.oid || ':' || c.timeline_id
                  from pg_control_system() s, pg_control_checkpoint() c, pg_database d where d.datname = current_database());
  last record;
begin
  perform from change_epochs for update;
  select c.id, c.xid into last from changes c order by c.id desc limit 1;
  if exists (select from change_epochs e where e.source = here and (last.id is null or last.id <= e.from_id or last.xid < pg_snapshot_xmax(pg_current_snapshot()))) then
    return;
  end if;
  update change_epochs set epoch = gen_random_uuid(), source = here, from_id = coalesce(last.id, 0), deleted_to = '0';
end $function$;
ALTER FUNCTION renew_change_epoch() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION renew_change_epoch() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION renew_change_epoch() TO airlog_jobs;

CREATE FUNCTION repair_device_index(histories integer[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform from device_index i where i.history_id = any (histories) order by i.history_id for update;
  delete from device_index i where i.history_id = any (histories) and not exists (select from device_history h where h.id = i.history_id);
  perform refresh_device_index(histories);
  insert into device_index select now.* from unnest(histories) h (id) cross join lateral device_index_of(h.id, h.id) now on conflict do nothing;
end $function$;
ALTER FUNCTION repair_device_index(integer[]) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION repair_device_index(integer[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION repair_device_index(integer[]) TO airlog_jobs;

CREATE FUNCTION repair_device_states(histories integer[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform from device_states s where s.history_id = any (histories) order by s.history_id for update;
  delete from device_states s where s.history_id = any (histories) and not exists (select from device_history h where h.id = s.history_id);
  update device_states s set org_id = now.org_id, patient_id = now.patient_id, machine_id = now.machine_id, visible_org_ids = now.visible_org_ids,
      location_id = now.location_id, active_since = now.active_since, settings_state = now.settings_state, submitted_at = now.submitted_at,
      heard_at = now.heard_at, last_session_at = now.last_session_at, failed_at = now.failed_at
    from unnest(histories) h (id) cross join lateral device_states_of(h.id, h.id) now where s.history_id = h.id and s.* is distinct from now.*;
  insert into device_states select now.* from unnest(histories) h (id) cross join lateral device_states_of(h.id, h.id) now on conflict do nothing;
end $function$;
ALTER FUNCTION repair_device_states(integer[]) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION repair_device_states(integer[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION repair_device_states(integer[]) TO airlog_jobs;

CREATE FUNCTION repair_list_counts()
 RETURNS TABLE(list text, org_id integer, visible_location_ids integer[], kept bigint, counted bigint)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with wrong as materialized (select * from wrong_list_counts()), added as (
    insert into list_counts (list, org_id, visible_location_ids, rows)
      select w.list, w.org_id, w.visible_location_ids, coalesce(w.counted, 0) - coalesce(w.kept, 0) from wrong w)
  select * from wrong
$function$;
ALTER FUNCTION repair_list_counts() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION repair_list_counts() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION repair_list_counts() TO airlog_jobs;

CREATE FUNCTION report_signing()
 RETURNS TABLE(key_id text, cipher text, issued_at timestamp with time zone, issued_by text, issued_for text, audit_sequence bigint, audit_hash bytea)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select k.id, k.private_cipher, now()::timestamptz(3), u.first_name || ' ' || u.last_name, o.name,
         coalesce(s.seq, 0), coalesce(s.hash, decode(repeat('00', 32), 'hex'))
    from users u
    join organizations o on o.id = u.org_id
    left join report_keys k on k.valid_until is null
    left join lateral (select seq, hash from audit_seals order by seq desc limit 1) s on true
   where u.id = ctx_user();
$function$;
ALTER FUNCTION report_signing() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION report_signing() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION report_signing() TO airlog_org, airlog_support;

CREATE FUNCTION reset_record_no(machine integer, wanted bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform claim_nights(machine, 'wireless', array[wanted]);
  if wanted <> (select n.id from usage_nights n where n.machine_id = machine and n.source = 'wireless' and n.state = 1
                 order by n.arrived_at desc, n.id desc limit 1) then
    raise exception 'Another night is newer.' using errcode = 'check_violation', constraint = 'usage_record_not_newest';
  end if;
  update usage_nights n set record_no = 0 where n.id = wanted;
end $function$;
ALTER FUNCTION reset_record_no(integer,bigint) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION reset_record_no(integer,bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION reset_record_no(integer,bigint) TO airlog_org, airlog_support;

CREATE FUNCTION restore_assignment(history integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  was assignment_versions;
  kept voided_assignments;
begin
  if not ctx_may('delete.device') then perform refuse('Not permitted: delete.device'); end if;
  select v.* into was from ctx_assignment(history) v where v.act = 'voided';
  if not found then return null; end if;
  if not exists (select from machines m where m.id = was.machine_id and ctx_sees(m.visible_org_ids, m.visible_location_ids)) then
    perform refuse('An assignment of another machine.');
  end if;
  perform lock_assignment(was.patient_id, was.machine_id);
  delete from voided_assignments k where k.history_id = history returning k.* into kept;
  if not found then return null; end if;
  insert into device_history (id, org_id, patient_id, machine_org_id, machine_id, start_date, end_date, has_pin, created_by, created_at, version)
  values (history, was.org_id, was.patient_id, was.machine_org_id, was.machine_id, was.start_date, was.end_date, kept.has_pin, kept.created_by, kept.created_at,
          1 + 2 * (select count(*) from assignment_versions v where v.history_id = history));
  update assignment_versions v set act = 'restored' where v.history_id = history and upper_inf(v.known);
  insert into settings_records select s.* from jsonb_populate_recordset(null::settings_records, kept.settings) s;
  return (select count(*) from nights_of_assignment(history));
end $function$;
ALTER FUNCTION restore_assignment(integer) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION restore_assignment(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION restore_assignment(integer) TO airlog_org, airlog_support;

CREATE FUNCTION row_updated()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.updated_at := now();
  return new;
end $function$;

CREATE FUNCTION row_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.version := old.version + 1;
  return new;
end $function$;

CREATE FUNCTION run_failed_jobs(queue_name text, job_id uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare retried int;
begin
  update pgboss.job j set state = 'retry', retry_limit = j.retry_limit + 1, completed_on = null
   where j.name = queue_name and j.state = 'failed' and (job_id is null or j.id = job_id);
  get diagnostics retried = row_count;
  return retried;
end $function$;
ALTER FUNCTION run_failed_jobs(text,uuid) OWNER TO airlog_jobs;
REVOKE EXECUTE ON FUNCTION run_failed_jobs(text,uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION run_failed_jobs(text,uuid) TO airlog_definer;

CREATE FUNCTION run_jobs_again(queue_name text, job_id uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not ctx_may('update.org') then perform refuse('Not permitted: update.org'); end if;
  return run_failed_jobs(queue_name, job_id);
end $function$;
ALTER FUNCTION run_jobs_again(text,uuid) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION run_jobs_again(text,uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION run_jobs_again(text,uuid) TO airlog_support;

CREATE FUNCTION set_service_account_active(account integer, wanted boolean)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not ctx_manages_service_accounts() then perform refuse('Not permitted: legacy.api.token.generate'); end if;
  update users u set active = wanted from service_accounts s
   where s.user_id = account and s.org_id = ctx_org() and s.deleted_at is null and u.id = s.user_id;
  return found;
end $function$;
ALTER FUNCTION set_service_account_active(integer,boolean) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION set_service_account_active(integer,boolean) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION set_service_account_active(integer,boolean) TO airlog_org;

CREATE FUNCTION settings_state_of(history integer)
 RETURNS TABLE(state text, submitted_at timestamp with time zone)
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(change.status,
      (select u.status from settings_records u where u.history_id = history and u.status in ('current', 'defaults')), 'none'), change.submitted_at
    from (values (1)) one left join lateral (
      select s.status, s.submitted_at, s.dismissed_at from settings_records s where s.history_id = history and s.is_edit
       order by s.status = 'pending' desc, s.submitted_at desc nulls last, s.id desc limit 1
    ) change on change.status in ('pending', 'failed', 'void') and change.dismissed_at is null
$function$;
ALTER FUNCTION settings_state_of(integer) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION settings_state_of(integer) FROM PUBLIC;

CREATE FUNCTION settle_nights(machines integer[], dates date[], patients integer[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  update usage_nights n set overruled = not n.overruled
    from (select distinct k.machine_id, k.usage_date from unnest(machines, dates) k (machine_id, usage_date)) k
   where n.machine_id = k.machine_id and n.usage_date = k.usage_date
     and n.overruled is distinct from exists (
       select from usage_nights h where h.machine_id = n.machine_id and h.usage_date = n.usage_date and h.state = 1
         and h.patient_id is not distinct from n.patient_id
         and case when n.state = 1 then night_rank(h.source, h.minutes, h.usage_date, h.night, h.id) < night_rank(n.source, n.minutes, n.usage_date, n.night, n.id)
                  else night_priority(h.source) < night_priority(n.source) end);
  update patients p set last_report = l.usage_date
    from (select distinct k.patient_id from unnest(settle_nights.patients) k (patient_id)) k
    left join lateral (select max(n.usage_date) as usage_date from usage_nights n where n.patient_id = k.patient_id and n.state <> 9) l on true
   where p.id = k.patient_id and p.last_report is distinct from l.usage_date;
end $function$;
ALTER FUNCTION settle_nights(integer[],date[],integer[]) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION settle_nights(integer[],date[],integer[]) FROM PUBLIC;

CREATE FUNCTION shared_row_noted()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into changes (org_id, type, row_id, deleted)
  select o, tg_argv[0], new.id, o <> all (new.visible_org_ids) from (select unnest(old.visible_org_ids) union select unnest(new.visible_org_ids)) k (o);
  return null;
end $function$;
ALTER FUNCTION shared_row_noted() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION shared_row_noted() FROM PUBLIC;

CREATE FUNCTION shared_rows_noted()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into changes (org_id, type, row_id, deleted) select o, tg_argv[0], c.id, tg_op = 'DELETE' from changed c cross join unnest(c.visible_org_ids) o;
  return null;
end $function$;
ALTER FUNCTION shared_rows_noted() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION shared_rows_noted() FROM PUBLIC;

CREATE FUNCTION switch_organization(session bytea, wanted integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
end $function$;
ALTER FUNCTION switch_organization(bytea,integer) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION switch_organization(bytea,integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION switch_organization(bytea,integer) TO airlog_support;

CREATE FUNCTION user_changed_by_others(changed integer)
 RETURNS text[]
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(array_agg(l.field), '{}') from (
    select distinct on (f.field) f.field, c.actor_user_id from user_changes c cross join lateral jsonb_object_keys(c.changes) f(field)
     where c.user_id = changed and c.event = 'updated' and c.created_at > now() - interval '1 hour' order by f.field, c.created_at desc, c.id desc
  ) l where l.actor_user_id <> ctx_user()
$function$;

CREATE FUNCTION uses_device_of_caller(patient integer)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select exists (select from device_history h join patients p on p.id = h.patient_id
    where h.patient_id = patient and h.end_date is null and ctx_sees(p.visible_org_ids, array[p.location_id])
      and machine_holder(h.machine_id) = coalesce(ctx_acting(), ctx_org()))
$function$;
ALTER FUNCTION uses_device_of_caller(integer) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION uses_device_of_caller(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION uses_device_of_caller(integer) TO airlog_org, airlog_support;

CREATE FUNCTION versions_of_nights(patient_ids integer[], first_nights date[], free_from date[])
 RETURNS TABLE(holder integer, machine integer, dated date, recorded date, used integer, origin text, validity integer, since timestamp with time zone, until timestamp with time zone, night_id bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select w.id, n.machine_id, v.usage_date, n.night, v.minutes, n.source, v.state::int, v.since, v.until, n.id
    from unnest(patient_ids, first_nights, free_from) w (id, first_night, free_from)
    join usage_night_versions v on v.patient_id = w.id and v.usage_date >= w.first_night and v.usage_date < w.free_from and v.state <> 9
    join usage_nights n on n.id = v.night_id
  union all
  select w.id, n.machine_id, n.usage_date, n.night, n.minutes, n.source, n.state::int,
         coalesce((select max(v.until) from usage_night_versions v where v.night_id = n.id), n.arrived_at), 'infinity', n.id
    from unnest(patient_ids, first_nights, free_from) w (id, first_night, free_from)
    join usage_nights n on n.patient_id = w.id and n.usage_date >= w.first_night and n.usage_date < w.free_from and n.state <> 9
$function$;
ALTER FUNCTION versions_of_nights(integer[],date[],date[]) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION versions_of_nights(integer[],date[],date[]) FROM PUBLIC;

CREATE FUNCTION visible_before_and_after(patient_before integer, patient_after integer)
 RETURNS TABLE(org_id integer, gone boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select o, not coalesce(bool_or(p.id = patient_after), false) from patients p cross join unnest(p.visible_org_ids) o where p.id in (patient_before, patient_after) group by o
$function$;
ALTER FUNCTION visible_before_and_after(integer,integer) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION visible_before_and_after(integer,integer) FROM PUBLIC;

CREATE FUNCTION void_assignment(history integer, why text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  was assignment_versions;
  listed device_history;
  kept jsonb;
  nights bigint[];
begin
  if not ctx_may('delete.device') then perform refuse('Not permitted: delete.device'); end if;
  select v.* into was from ctx_assignment(history) v;
  if not found then return null; end if;
  perform lock_assignment(was.patient_id, was.machine_id);
  -- Read with the locks: another change may have come first.
  select v.* into was from ctx_assignment(history) v where v.act <> 'voided';
  if not found then return null; end if;
  select h.* into listed from device_history h where h.id = history;
  nights := array (select n.id from nights_of_assignment(history) n);
  select coalesce(jsonb_agg(s order by s.id), '[]') into kept from settings_records s where s.history_id = history;
  if kept <> '[]' and current_setting('role') in ('airlog_org', 'airlog_limited') and was.org_id <> ctx_org() then
    perform refuse('A partner may not void an assignment with settings.');
  end if;
  insert into voided_assignments (history_id, org_id, patient_id, has_pin, created_by, created_at, settings)
  select history, was.org_id, was.patient_id, coalesce(listed.has_pin, false), coalesce(listed.created_by, made.actor_user_id), coalesce(listed.created_at, lower(made.known), now()), kept
    from (select) one left join assignment_versions made on made.history_id = history and made.act = 'made';
  if listed.id is not null then
    delete from device_history h where h.id = history;
    update assignment_versions v set act = 'voided', reason = why where v.history_id = history and upper_inf(v.known);
  else
    update assignment_versions v set known = tstzrange(lower(v.known), greatest(now(), lower(v.known) + interval '1 microsecond'), '(]')
     where v.id = was.id returning v.* into was;
    insert into assignment_versions (history_id, org_id, patient_id, machine_org_id, machine_id, start_date, end_date, known, act, actor_user_id, actor_name, actor_email, reason)
    select history, was.org_id, was.patient_id, was.machine_org_id, was.machine_id, was.start_date, was.end_date, tstzrange(upper(was.known), null, '(]'), 'voided',
           u.id, u.last_name || ', ' || u.first_name, u.email, why
      from (select ctx_user() as id) actor left join users u on u.id = actor.id;
  end if;
  update usage_nights n set org_id = null, patient_id = null where n.id = any (nights);
  -- No undo of a correction gives a night back to the patient by this assignment.
  update usage_night_returns r set patient_id = null
   where r.machine_id = was.machine_id and r.patient_id = was.patient_id
     and r.usage_date >= was.start_date and r.usage_date < coalesce(was.end_date, 'infinity')
     and not exists (select from device_history h where h.machine_id = r.machine_id and h.patient_id = r.patient_id
                       and h.start_date <= r.usage_date and r.usage_date < coalesce(h.end_date, 'infinity'));
  return cardinality(nights);
end $function$;
ALTER FUNCTION void_assignment(integer,text) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION void_assignment(integer,text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION void_assignment(integer,text) TO airlog_org, airlog_support;

CREATE FUNCTION void_nights(machine integer, ids bigint[], why text)
 RETURNS integer[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform claim_nights(machine, 'sd', ids);
  if exists (select from usage_nights n where n.id = any (ids) and n.state = 9) then perform refuse('A night that is voided already.'); end if;
  insert into night_voids (night_id, state_before, reason, actor_user_id, email)
  select n.id, n.state, why, u.id, u.email from usage_nights n join users u on u.id = ctx_user() where n.id = any (ids) order by n.night, n.id;
  update usage_nights n set state = 9 where n.id = any (ids);
  return array (select distinct n.patient_id from usage_nights n where n.id = any (ids) and n.patient_id is not null);
end $function$;
ALTER FUNCTION void_nights(integer,bigint[],text) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION void_nights(integer,bigint[],text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION void_nights(integer,bigint[],text) TO airlog_org, airlog_support;

CREATE FUNCTION withdraw_hand_off(own integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  asked int := open_hand_off(own, 'asker');
begin
  update hand_offs h set state = 'withdrawn', ended_at = now() where h.id = asked or h.other_id = asked;
  return asked is not null;
end $function$;
ALTER FUNCTION withdraw_hand_off(integer) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION withdraw_hand_off(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION withdraw_hand_off(integer) TO airlog_org;

CREATE FUNCTION write_hand_off_message(own integer, written text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  asked int := open_hand_off(own, null);
  moment timestamptz := clock_timestamp(); -- with the lock: after the request was delivered, or before
  made int;
begin
  if asked is null then return 'closed'; end if;
  if (select count(*) from hand_off_messages m where m.org_id = ctx_org() and m.hand_off_id = own) >= 200 then return 'full'; end if;
  insert into hand_off_messages (org_id, hand_off_id, user_id, body, created_at) values (ctx_org(), own, ctx_user(), written, moment)
  returning id into made;
  insert into hand_off_messages (id, org_id, hand_off_id, body, created_at)
  select made + 1, h.org_id, h.id, written, moment from hand_offs h where h.id <> own and (h.id = asked or h.other_id = asked);
  if not found then perform nextval('inbox_items_id_seq'); end if; -- as one that the other side receives
  return 'done';
end $function$;
ALTER FUNCTION write_hand_off_message(integer,text) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION write_hand_off_message(integer,text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION write_hand_off_message(integer,text) TO airlog_org;

CREATE FUNCTION wrong_device_index(lowest integer, highest integer)
 RETURNS TABLE(history_id integer, kept jsonb, derived jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select history_id, to_jsonb(kept), to_jsonb(derived)
    from (select * from device_index i where i.history_id between lowest and highest) kept
    full join device_index_of(lowest, highest) derived using (history_id) where kept.* is distinct from derived.*
$function$;
ALTER FUNCTION wrong_device_index(integer,integer) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION wrong_device_index(integer,integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION wrong_device_index(integer,integer) TO airlog_jobs;

CREATE FUNCTION wrong_device_states(lowest integer, highest integer)
 RETURNS TABLE(history_id integer, kept jsonb, derived jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select history_id, to_jsonb(kept), to_jsonb(derived)
    from (select * from device_states s where s.history_id between lowest and highest) kept
    full join device_states_of(lowest, highest) derived using (history_id) where kept.* is distinct from derived.*
$function$;
ALTER FUNCTION wrong_device_states(integer,integer) OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION wrong_device_states(integer,integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION wrong_device_states(integer,integer) TO airlog_jobs;

CREATE FUNCTION wrong_list_counts()
 RETURNS TABLE(list text, org_id integer, visible_location_ids integer[], kept bigint, counted bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select list, org_id, visible_location_ids, kept.rows, counted.rows
    from (select c.list, c.org_id, c.visible_location_ids, sum(c.rows)::bigint as rows from list_counts c group by 1, 2, 3 having sum(c.rows) <> 0) kept
    full join counted_lists() counted using (list, org_id, visible_location_ids) where kept.rows is distinct from counted.rows
$function$;
ALTER FUNCTION wrong_list_counts() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION wrong_list_counts() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION wrong_list_counts() TO airlog_jobs;

-- ==================== Tables ====================

-- -------------------- account_links

CREATE TABLE account_links (
  id uuid NOT NULL,
  org_id integer NOT NULL,
  user_id integer NOT NULL,
  purpose text NOT NULL,
  secret_hash bytea NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT account_links_pkey PRIMARY KEY (id),
  CONSTRAINT account_links_user_id_purpose_key UNIQUE (user_id, purpose),
  CONSTRAINT account_links_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE,
  CONSTRAINT account_links_purpose_check CHECK (purpose = ANY (ARRAY['invitation'::text, 'password'::text]))
);

CREATE INDEX account_links_expires ON account_links USING btree (expires_at);
CREATE INDEX account_links_user ON account_links USING btree (org_id, user_id);

CREATE TRIGGER account_links_of_persons BEFORE INSERT ON account_links FOR EACH ROW
  EXECUTE FUNCTION refuse_service_account();

ALTER TABLE account_links ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY auth ON account_links FOR ALL TO airlog_auth USING (true) WITH CHECK (true);
CREATE POLICY definer ON account_links FOR ALL TO airlog_definer USING (true) WITH CHECK (true);

GRANT SELECT ON account_links TO airlog_auth, airlog_definer;
GRANT INSERT ON account_links TO airlog_definer;
GRANT UPDATE ON account_links TO airlog_auth, airlog_definer;
GRANT DELETE ON account_links TO airlog_auth, airlog_definer;

-- -------------------- announcement_receipts

CREATE TABLE announcement_receipts (
  org_id integer NOT NULL,
  user_id integer NOT NULL,
  announcement_id integer NOT NULL,
  read_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT announcement_receipts_pkey PRIMARY KEY (user_id, announcement_id),
  CONSTRAINT announcement_receipts_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE
);

CREATE INDEX announcement_receipts_user ON announcement_receipts USING btree (org_id, user_id);

ALTER TABLE announcement_receipts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY definer ON announcement_receipts FOR SELECT TO airlog_definer USING (true);
CREATE POLICY own_user ON announcement_receipts FOR ALL TO airlog_org
  USING (org_id = ctx_org() AND user_id = ctx_user());
CREATE POLICY own_user_support ON announcement_receipts FOR ALL TO airlog_support
  USING (org_id = ctx_org() AND user_id = ctx_user());

GRANT SELECT ON announcement_receipts TO airlog_definer, airlog_org, airlog_support;
GRANT INSERT ON announcement_receipts TO airlog_org, airlog_support;

-- -------------------- announcements

CREATE TABLE announcements (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  audience_org_id integer,
  audience_roles jsonb NOT NULL DEFAULT '[]'::jsonb,
  title text NOT NULL,
  body text NOT NULL,
  title_es text,
  body_es text,
  from_date date NOT NULL,
  until_date date,
  withdrawn_at timestamp(3) with time zone,
  version integer NOT NULL DEFAULT 1,
  created_by_org_id integer NOT NULL,
  created_by_id integer NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  recent_changes jsonb NOT NULL DEFAULT '{}'::jsonb,
  CONSTRAINT announcements_pkey PRIMARY KEY (id),
  CONSTRAINT announcements_audience_org_id_fkey FOREIGN KEY (audience_org_id) REFERENCES organizations(id),
  CONSTRAINT announcements_created_by_org_id_created_by_id_fkey FOREIGN KEY (created_by_org_id, created_by_id) REFERENCES users(org_id, id),
  CONSTRAINT announcements_audience_roles_check CHECK (jsonb_typeof(audience_roles) = 'array'::text),
  CONSTRAINT announcements_body_check CHECK (length(body) >= 1 AND length(body) <= 4000),
  CONSTRAINT announcements_body_es_check CHECK (length(body_es) >= 1 AND length(body_es) <= 4000),
  CONSTRAINT announcements_check CHECK ((title_es IS NULL) = (body_es IS NULL)),
  CONSTRAINT announcements_check1 CHECK (until_date >= from_date),
  CONSTRAINT announcements_title_check CHECK (length(title) >= 1 AND length(title) <= 100),
  CONSTRAINT announcements_title_es_check CHECK (length(title_es) >= 1 AND length(title_es) <= 100)
);

CREATE INDEX announcements_creator ON announcements USING btree (created_by_org_id, created_by_id);
CREATE INDEX announcements_from ON announcements USING btree (from_date, id);
CREATE INDEX announcements_open ON announcements USING btree (from_date) WHERE withdrawn_at IS NULL;
CREATE INDEX announcements_organization ON announcements USING btree (audience_org_id);
CREATE INDEX announcements_title ON announcements USING btree (title, id);
CREATE INDEX announcements_until ON announcements USING btree (until_date NULLS FIRST, id);

CREATE TRIGGER announcements_changed AFTER INSERT OR UPDATE ON announcements FOR EACH ROW
  EXECUTE FUNCTION announcements_changed();
CREATE TRIGGER announcements_recent_changes BEFORE UPDATE OF audience_org_id, audience_roles, title, body, title_es, body_es, from_date, until_date, withdrawn_at ON announcements FOR EACH ROW
  EXECUTE FUNCTION keep_recent_changes('audience_org_id', 'audience_roles', 'title', 'body', 'title_es', 'body_es', 'from_date', 'until_date', 'withdrawn_at');
CREATE TRIGGER announcements_written_by_staff BEFORE INSERT OR UPDATE ON announcements FOR EACH ROW
  EXECUTE FUNCTION announcement_written_by_staff();

CREATE FUNCTION announcement_written_by_staff()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not is_staff() then return new; end if;
  if not ctx_may('update.announcement') then perform refuse('Not permitted: update.announcement'); end if;
  if tg_op = 'INSERT' and (new.created_by_org_id, new.created_by_id) is distinct from (ctx_org(), ctx_user()) then
    perform refuse('An announcement names the user who wrote it.');
  end if;
  return new;
end $function$;
CREATE FUNCTION announcements_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform pg_notify('airlog', json_build_object('topic', 'inbox.changed', 'data', json_build_object('userId', a.id, 'itemId', 0))::text)
    from user_accounts a
   where a.active and a.last_successful_login > now() - interval '12 hours' and coalesce(new.audience_org_id, a.org_id) = a.org_id
     and case when new.audience_roles = '[]' then true else exists (
       select from user_roles u join roles r on r.id = u.role_id where u.user_id = a.id and jsonb_exists(new.audience_roles, r.name)) end;
  return null;
end $function$;
ALTER FUNCTION announcements_changed() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION announcements_changed() FROM PUBLIC;

ALTER TABLE announcements ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY acting ON announcements AS RESTRICTIVE FOR ALL TO airlog_acting
  USING (COALESCE(audience_org_id, ctx_acting()) = ctx_acting());
CREATE POLICY audience ON announcements FOR SELECT TO airlog_org
  USING (COALESCE(audience_org_id, ctx_org()) = ctx_org());
CREATE POLICY definer ON announcements FOR SELECT TO airlog_definer USING (true);
CREATE POLICY support ON announcements FOR ALL TO airlog_support USING (true) WITH CHECK (true);

GRANT SELECT ON announcements TO airlog_definer, airlog_org, airlog_support;
GRANT INSERT ON announcements TO airlog_support;
GRANT UPDATE (audience_org_id, audience_roles, title, body, title_es, body_es, from_date, until_date, withdrawn_at, version)
  ON announcements TO airlog_support;

-- -------------------- api_key_tokens

CREATE TABLE api_key_tokens (
  digest bytea NOT NULL,
  org_id integer NOT NULL,
  api_key_id integer NOT NULL,
  key_digest bytea NOT NULL,
  scopes text[] NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT api_key_tokens_pkey PRIMARY KEY (digest),
  CONSTRAINT api_key_tokens_org_id_api_key_id_fkey FOREIGN KEY (org_id, api_key_id) REFERENCES api_keys(org_id, id) ON DELETE CASCADE,
  CONSTRAINT api_key_tokens_scopes_check CHECK (cardinality(scopes) > 0)
);

CREATE INDEX api_key_tokens_expired ON api_key_tokens USING btree (expires_at);
CREATE INDEX api_key_tokens_key ON api_key_tokens USING btree (org_id, api_key_id);

ALTER TABLE api_key_tokens ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY auth ON api_key_tokens FOR ALL TO airlog_auth USING (true) WITH CHECK (true);

GRANT SELECT ON api_key_tokens TO airlog_auth;
GRANT INSERT ON api_key_tokens TO airlog_auth;
GRANT DELETE ON api_key_tokens TO airlog_auth;

-- -------------------- api_keys

CREATE TABLE api_keys (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  org_id integer NOT NULL,
  user_id integer NOT NULL,
  created_by_id integer NOT NULL,
  client_id uuid NOT NULL DEFAULT gen_random_uuid(),
  digest bytea NOT NULL,
  last_four text NOT NULL,
  previous_digest bytea,
  previous_until timestamp with time zone,
  scopes text[] NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  renewed_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  CONSTRAINT api_keys_pkey PRIMARY KEY (id),
  CONSTRAINT api_keys_client_id_key UNIQUE (client_id),
  CONSTRAINT api_keys_org_id_id_key UNIQUE (org_id, id),
  CONSTRAINT api_keys_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE,
  CONSTRAINT api_keys_check CHECK (expires_at <= (renewed_at + '365 days'::interval)),
  CONSTRAINT api_keys_check1 CHECK (previous_until <= (renewed_at + '24:00:00'::interval)),
  CONSTRAINT api_keys_scopes_check CHECK (cardinality(scopes) > 0)
);

CREATE UNIQUE INDEX api_keys_user ON api_keys USING btree (user_id) WHERE revoked_at IS NULL;
CREATE INDEX api_keys_users ON api_keys USING btree (org_id, user_id);

ALTER TABLE api_keys ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY auth ON api_keys FOR ALL TO airlog_auth USING (true) WITH CHECK (true);
CREATE POLICY definer ON api_keys FOR ALL TO airlog_definer USING (true) WITH CHECK (true);

GRANT SELECT ON api_keys TO airlog_auth, airlog_definer;
GRANT INSERT ON api_keys TO airlog_auth, airlog_definer;
GRANT UPDATE (created_by_id, digest, last_four, previous_digest, previous_until, scopes, renewed_at, expires_at, last_used_at, revoked_at)
  ON api_keys TO airlog_auth;
GRANT UPDATE (revoked_at) ON api_keys TO airlog_definer;

-- -------------------- assignment_versions

CREATE TABLE assignment_versions (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  history_id integer NOT NULL,
  org_id integer NOT NULL,
  patient_id integer NOT NULL,
  machine_org_id integer NOT NULL,
  machine_id integer NOT NULL,
  start_date date NOT NULL,
  end_date date,
  known tstzrange NOT NULL,
  act text NOT NULL,
  actor_user_id integer,
  actor_name text,
  actor_email text,
  reason text,
  CONSTRAINT assignment_versions_pkey PRIMARY KEY (id),
  CONSTRAINT assignment_versions_history_id_known_excl EXCLUDE USING gist (history_id WITH =, known WITH &&),
  CONSTRAINT assignment_versions_machine_org_id_machine_id_fkey FOREIGN KEY (machine_org_id, machine_id) REFERENCES machines(org_id, id),
  CONSTRAINT assignment_versions_org_id_patient_id_fkey FOREIGN KEY (org_id, patient_id) REFERENCES patients(org_id, id) ON UPDATE CASCADE,
  CONSTRAINT assignment_versions_act_check CHECK (act = ANY (ARRAY['made'::text, 'edited'::text, 'deleted'::text, 'voided'::text, 'restored'::text])),
  CONSTRAINT assignment_versions_known_check CHECK (NOT isempty(known)),
  CONSTRAINT assignment_versions_reason_check CHECK (length(reason) >= 1 AND length(reason) <= 1000 AND (act <> 'voided'::text OR reason IS NOT NULL))
);

CREATE INDEX assignment_versions_former ON assignment_versions USING btree (patient_id, machine_id) WHERE (act = ANY (ARRAY['deleted'::text, 'voided'::text])) AND upper_inf(known);
CREATE INDEX assignment_versions_machine ON assignment_versions USING btree (machine_org_id, machine_id);
CREATE INDEX assignment_versions_patient ON assignment_versions USING btree (org_id, patient_id);

ALTER TABLE assignment_versions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY acting ON assignment_versions AS RESTRICTIVE FOR ALL TO airlog_acting
  USING ((EXISTS ( SELECT FROM patients p WHERE p.id = assignment_versions.patient_id)));
CREATE POLICY child ON assignment_versions FOR SELECT TO airlog_org
  USING ((EXISTS ( SELECT FROM patients p WHERE p.id = assignment_versions.patient_id)));
CREATE POLICY definer ON assignment_versions FOR ALL TO airlog_definer USING (true) WITH CHECK (true);
CREATE POLICY jobs ON assignment_versions FOR SELECT TO airlog_jobs USING (true);
CREATE POLICY support ON assignment_versions FOR SELECT TO airlog_support USING (true);

GRANT SELECT ON assignment_versions TO airlog_definer, airlog_jobs, airlog_org, airlog_support;
GRANT INSERT ON assignment_versions TO airlog_definer;
GRANT UPDATE (known, act, reason) ON assignment_versions TO airlog_definer;

-- -------------------- attempt_counters

CREATE TABLE attempt_counters (
  key text NOT NULL,
  attempts integer NOT NULL,
  window_started_at timestamp with time zone NOT NULL,
  CONSTRAINT attempt_counters_pkey PRIMARY KEY (key)
);

ALTER TABLE attempt_counters ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY auth ON attempt_counters FOR ALL TO airlog_auth USING (true) WITH CHECK (true);

GRANT SELECT ON attempt_counters TO airlog_auth;
GRANT INSERT ON attempt_counters TO airlog_auth;
GRANT UPDATE ON attempt_counters TO airlog_auth;
GRANT DELETE ON attempt_counters TO airlog_auth;

-- -------------------- audit_archives

CREATE TABLE audit_archives (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  first_row bigint NOT NULL,
  last_row bigint NOT NULL,
  lines integer NOT NULL,
  first_at timestamp with time zone NOT NULL,
  last_at timestamp with time zone NOT NULL,
  file_key text NOT NULL,
  sha256 bytea NOT NULL,
  archived_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT audit_archives_pkey PRIMARY KEY (id),
  CONSTRAINT audit_archives_file_key_key UNIQUE (file_key),
  CONSTRAINT audit_archives_check CHECK (last_row >= first_row),
  CONSTRAINT audit_archives_check1 CHECK (last_at >= first_at),
  CONSTRAINT audit_archives_file_key_check CHECK (length(file_key) <= 255),
  CONSTRAINT audit_archives_lines_check CHECK (lines > 0),
  CONSTRAINT audit_archives_sha256_check CHECK (length(sha256) = 32)
);

ALTER TABLE audit_archives ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY definer ON audit_archives FOR ALL TO airlog_definer USING (true) WITH CHECK (true);
CREATE POLICY jobs ON audit_archives FOR SELECT TO airlog_jobs USING (true);

GRANT SELECT ON audit_archives TO airlog_definer, airlog_jobs;
GRANT INSERT (first_row, last_row, lines, first_at, last_at, file_key, sha256) ON audit_archives TO airlog_definer;

-- -------------------- audit_log

CREATE TABLE audit_log (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  org_id integer NOT NULL,
  actor_user_id integer,
  actor_type text NOT NULL DEFAULT ctx_actor(),
  operation text NOT NULL,
  outcome text NOT NULL,
  subject text,
  properties jsonb NOT NULL DEFAULT '{}'::jsonb,
  ip text,
  request_id text,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  patient_ids integer[] NOT NULL DEFAULT '{}'::integer[],
  session text,
  read_at timestamp with time zone,
  CONSTRAINT audit_log_pkey PRIMARY KEY (id),
  CONSTRAINT audit_log_actor_type_check CHECK (actor_type = ANY (ARRAY['session'::text, 'token'::text, 'api-key'::text])),
  CONSTRAINT audit_log_outcome_check CHECK (outcome = ANY (ARRAY['done'::text, 'denied'::text, 'refused'::text, 'read'::text, 'exported'::text]))
) WITH (autovacuum_vacuum_scale_factor=0.01, autovacuum_vacuum_insert_scale_factor=0.02, autovacuum_analyze_scale_factor=0.01);

CREATE INDEX audit_log_actor ON audit_log USING btree (actor_user_id, created_at, id);
CREATE INDEX audit_log_actor_operation ON audit_log USING btree (actor_user_id, operation);
CREATE INDEX audit_log_created ON audit_log USING btree (created_at, id);
CREATE INDEX audit_log_operation ON audit_log USING btree (operation);
CREATE INDEX audit_log_org ON audit_log USING btree (org_id, created_at DESC);
CREATE INDEX audit_log_outcome ON audit_log USING btree (outcome);
CREATE INDEX audit_log_patients ON audit_log USING gin (patient_ids);

ALTER TABLE audit_log ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY acting_select ON audit_log AS RESTRICTIVE FOR SELECT TO airlog_acting
  USING ((EXISTS ( SELECT FROM user_accounts a WHERE a.id = audit_log.actor_user_id)));
CREATE POLICY auth ON audit_log FOR ALL TO airlog_auth USING (true) WITH CHECK (true);
CREATE POLICY definer ON audit_log FOR SELECT TO airlog_definer USING (true);
CREATE POLICY definer_delete ON audit_log FOR DELETE TO airlog_definer USING (true);
CREATE POLICY jobs ON audit_log FOR SELECT TO airlog_jobs USING (true);
CREATE POLICY jobs_insert ON audit_log FOR INSERT TO airlog_jobs WITH CHECK (true);
CREATE POLICY location ON audit_log AS RESTRICTIVE FOR SELECT TO airlog_limited
  USING ((EXISTS ( SELECT FROM user_accounts a WHERE a.id = audit_log.actor_user_id)));
CREATE POLICY own ON audit_log FOR SELECT TO airlog_org
  USING (org_id = ctx_org() AND CASE WHEN actor_user_id = ctx_user() THEN true ELSE ( SELECT ctx_may('view.user'::text) AS ctx_may) END);
CREATE POLICY own_insert ON audit_log FOR INSERT TO airlog_org
  WITH CHECK (org_id = ctx_org() AND actor_user_id = ctx_user() AND outcome = 'done'::text);
CREATE POLICY own_insert_support ON audit_log FOR INSERT TO airlog_support
  WITH CHECK (org_id = ctx_org() AND actor_user_id = ctx_user() AND outcome = 'done'::text);
CREATE POLICY support ON audit_log FOR SELECT TO airlog_support USING (true);

GRANT SELECT ON audit_log TO airlog_definer, airlog_jobs, airlog_org, airlog_support;
GRANT INSERT (org_id, actor_user_id, actor_type, operation, outcome, properties, ip, request_id, patient_ids, session, read_at)
  ON audit_log TO airlog_auth;
GRANT INSERT (org_id, actor_user_id, operation, outcome, properties, ip, request_id, patient_ids, session)
  ON audit_log TO airlog_org, airlog_support;
GRANT INSERT (org_id, operation, outcome, properties, request_id, patient_ids) ON audit_log TO airlog_jobs;
GRANT DELETE ON audit_log TO airlog_definer;

-- -------------------- audit_seals

CREATE TABLE audit_seals (
  seq bigint NOT NULL,
  log text NOT NULL,
  row_id bigint NOT NULL,
  hash bytea NOT NULL,
  sealed_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT audit_seals_pkey PRIMARY KEY (seq),
  CONSTRAINT audit_seals_log_row_id_key UNIQUE (log, row_id),
  CONSTRAINT audit_seals_log_check CHECK (log = ANY (ARRAY['audit_log'::text, 'user_changes'::text, 'logins'::text, 'logouts'::text]))
) WITH (autovacuum_vacuum_scale_factor=0.01, autovacuum_vacuum_insert_scale_factor=0.02, autovacuum_analyze_scale_factor=0.01);

CREATE INDEX audit_seals_sealed ON audit_seals USING btree (log, sealed_at);

ALTER TABLE audit_seals ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY definer ON audit_seals FOR SELECT TO airlog_definer USING (true);
CREATE POLICY jobs ON audit_seals FOR ALL TO airlog_jobs USING (true) WITH CHECK (true);

GRANT SELECT ON audit_seals TO airlog_definer, airlog_jobs;
GRANT INSERT ON audit_seals TO airlog_jobs;

-- -------------------- backups

CREATE TABLE backups (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  taken_at timestamp with time zone NOT NULL,
  bytes bigint NOT NULL,
  version text NOT NULL,
  CONSTRAINT backups_pkey PRIMARY KEY (id),
  CONSTRAINT backups_bytes_check CHECK (bytes >= 0),
  CONSTRAINT backups_version_check CHECK (length(version) <= 255)
);

CREATE INDEX backups_taken ON backups USING btree (taken_at DESC);

ALTER TABLE backups ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY definer ON backups FOR ALL TO airlog_definer USING (true) WITH CHECK (true);

GRANT SELECT ON backups TO airlog_definer;
GRANT INSERT (taken_at, bytes, version) ON backups TO airlog_definer;

-- -------------------- bulk_queries

CREATE TABLE bulk_queries (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  org_id integer NOT NULL,
  user_id integer NOT NULL,
  actor text NOT NULL DEFAULT ctx_actor(),
  key_id integer,
  scopes text[],
  acting_org_id integer,
  location_ids integer[],
  query text NOT NULL,
  variables jsonb NOT NULL,
  list text NOT NULL,
  page_size smallint NOT NULL,
  state text NOT NULL DEFAULT 'created'::text,
  failure text,
  cursor text,
  parts integer NOT NULL DEFAULT 0,
  object_count integer NOT NULL DEFAULT 0,
  file_size bigint NOT NULL DEFAULT 0,
  points_spent bigint NOT NULL DEFAULT 0,
  first_parts integer[] NOT NULL DEFAULT '{0}'::integer[],
  is_held boolean NOT NULL DEFAULT false,
  attempts smallint NOT NULL DEFAULT 0,
  file_key text NOT NULL,
  has_file boolean NOT NULL DEFAULT true,
  resumes_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  ended_at timestamp(3) with time zone,
  expires_at timestamp(3) with time zone,
  CONSTRAINT bulk_queries_pkey PRIMARY KEY (id),
  CONSTRAINT bulk_queries_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE,
  CONSTRAINT bulk_queries_actor_check CHECK (actor = ANY (ARRAY['session'::text, 'token'::text, 'api-key'::text])),
  CONSTRAINT bulk_queries_check CHECK ((actor = 'session'::text) = (key_id IS NULL)),
  CONSTRAINT bulk_queries_check1 CHECK ((state = ANY (ARRAY['created'::text, 'running'::text, 'waiting'::text])) = (ended_at IS NULL)),
  CONSTRAINT bulk_queries_check2 CHECK ((state = ANY (ARRAY['completed'::text, 'expired'::text])) = (expires_at IS NOT NULL)),
  CONSTRAINT bulk_queries_page_size_check CHECK (page_size >= 1),
  CONSTRAINT bulk_queries_query_check CHECK (length(query) <= 100000),
  CONSTRAINT bulk_queries_state_check CHECK (state = ANY (ARRAY['created'::text, 'running'::text, 'waiting'::text, 'completed'::text, 'failed'::text, 'canceled'::text, 'expired'::text])),
  CONSTRAINT bulk_queries_variables_check CHECK (jsonb_typeof(variables) = 'object'::text)
);

CREATE INDEX bulk_queries_created ON bulk_queries USING btree (created_at);
CREATE INDEX bulk_queries_files ON bulk_queries USING btree (COALESCE(expires_at, ended_at)) WHERE has_file AND ended_at IS NOT NULL;
CREATE INDEX bulk_queries_open ON bulk_queries USING btree (updated_at) WHERE ended_at IS NULL;
CREATE UNIQUE INDEX bulk_queries_running ON bulk_queries USING btree (user_id, actor, COALESCE(key_id, 0)) WHERE ended_at IS NULL;
CREATE INDEX bulk_queries_user ON bulk_queries USING btree (org_id, user_id, id);

ALTER TABLE bulk_queries ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY auth ON bulk_queries FOR ALL TO airlog_auth USING (true) WITH CHECK (true);
CREATE POLICY definer ON bulk_queries FOR ALL TO airlog_definer USING (true) WITH CHECK (true);
CREATE POLICY jobs ON bulk_queries FOR ALL TO airlog_jobs USING (true) WITH CHECK (true);
CREATE POLICY own_user ON bulk_queries FOR ALL TO airlog_org USING (org_id = ctx_org() AND user_id = ctx_user());
CREATE POLICY own_user_support ON bulk_queries FOR ALL TO airlog_support
  USING (org_id = ctx_org() AND user_id = ctx_user());

GRANT SELECT ON bulk_queries TO airlog_auth, airlog_definer, airlog_jobs, airlog_org, airlog_support;
GRANT INSERT ON bulk_queries TO airlog_org, airlog_support;
GRANT UPDATE (state, cursor, parts, object_count, file_size, points_spent, attempts, updated_at, ended_at, expires_at)
  ON bulk_queries TO airlog_org, airlog_support;
GRANT UPDATE (state, failure, ended_at) ON bulk_queries TO airlog_definer;
GRANT UPDATE (state, failure, first_parts, is_held, attempts, has_file, resumes_at, updated_at, ended_at)
  ON bulk_queries TO airlog_jobs;
GRANT DELETE ON bulk_queries TO airlog_auth;

-- -------------------- change_epochs

CREATE TABLE change_epochs (
  id boolean NOT NULL DEFAULT true,
  epoch uuid NOT NULL DEFAULT gen_random_uuid(),
  source text,
  from_id bigint NOT NULL DEFAULT 0,
  deleted_to xid8 NOT NULL DEFAULT '0'::xid8,
  CONSTRAINT change_epochs_pkey PRIMARY KEY (id),
  CONSTRAINT change_epochs_id_check CHECK (id)
);

ALTER TABLE change_epochs ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY definer ON change_epochs FOR ALL TO airlog_definer USING (true) WITH CHECK (true);

GRANT SELECT ON change_epochs TO airlog_definer;
GRANT UPDATE ON change_epochs TO airlog_definer;

-- -------------------- changes

CREATE TABLE changes (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  org_id integer NOT NULL,
  type text NOT NULL,
  row_id bigint NOT NULL,
  event text,
  deleted boolean NOT NULL DEFAULT false,
  at timestamp with time zone NOT NULL DEFAULT now(),
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  CONSTRAINT changes_pkey PRIMARY KEY (id),
  CONSTRAINT changes_event_check CHECK (event = ANY (ARRAY['device.assigned'::text, 'settings.delivered'::text, 'settings.failed'::text, 'night.arrived'::text, 'night.corrected'::text, 'compliance.met'::text, 'compliance.at_risk'::text, 'compliance.lost'::text, 'upload.read'::text, 'hand_off.changed'::text])),
  CONSTRAINT changes_type_check CHECK (type = ANY (ARRAY['Compliance'::text, 'DeviceHistory'::text, 'HandOff'::text, 'ICodeReport'::text, 'Location'::text, 'Machine'::text, 'Patient'::text, 'SettingsRecord'::text, 'Upload'::text, 'UsageNight'::text, 'User'::text]))
);

CREATE INDEX changes_read ON changes USING btree (org_id, xid, id);

ALTER TABLE changes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY acting ON changes AS RESTRICTIVE FOR ALL TO airlog_acting USING (org_id = ctx_acting());
CREATE POLICY definer ON changes FOR ALL TO airlog_definer USING (true) WITH CHECK (true);
CREATE POLICY jobs ON changes FOR SELECT TO airlog_jobs USING (true);
CREATE POLICY own ON changes FOR SELECT TO airlog_org USING (org_id = ctx_org());
CREATE POLICY support ON changes FOR SELECT TO airlog_support USING (true);
CREATE POLICY whole ON changes AS RESTRICTIVE FOR ALL TO airlog_limited USING (false);

GRANT SELECT ON changes TO airlog_definer, airlog_jobs, airlog_org, airlog_support;
GRANT INSERT ON changes TO airlog_definer;
GRANT DELETE ON changes TO airlog_definer;

-- -------------------- client_documents

CREATE TABLE client_documents (
  digest text NOT NULL,
  served_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT client_documents_pkey PRIMARY KEY (digest),
  CONSTRAINT client_documents_digest_check CHECK (digest ~ '^[0-9a-f]{64}$'::text)
);

ALTER TABLE client_documents ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY jobs ON client_documents FOR ALL TO airlog_jobs USING (true) WITH CHECK (true);

GRANT SELECT ON client_documents TO airlog_jobs;
GRANT INSERT (digest) ON client_documents TO airlog_jobs;
GRANT UPDATE (served_at) ON client_documents TO airlog_jobs;
GRANT DELETE ON client_documents TO airlog_jobs;

-- -------------------- clinical_types

CREATE TABLE clinical_types (
  id integer NOT NULL,
  type text NOT NULL,
  CONSTRAINT clinical_types_pkey PRIMARY KEY (id),
  CONSTRAINT clinical_types_type_key UNIQUE (type)
);

GRANT SELECT ON clinical_types TO airlog_auth, airlog_org, airlog_support;

-- -------------------- compliance_batches

CREATE TABLE compliance_batches (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  org_id integer NOT NULL,
  user_id integer NOT NULL,
  rule text NOT NULL,
  as_of date NOT NULL,
  patient_ids integer[] NOT NULL,
  unseen_ids integer[] NOT NULL DEFAULT '{}'::integer[],
  state text NOT NULL DEFAULT 'waiting'::text,
  lines jsonb NOT NULL DEFAULT '[]'::jsonb,
  done_count integer NOT NULL DEFAULT 0,
  attempts smallint NOT NULL DEFAULT 0,
  dismissed boolean NOT NULL DEFAULT false,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT compliance_batches_pkey PRIMARY KEY (id),
  CONSTRAINT compliance_batches_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE,
  CONSTRAINT compliance_batches_check CHECK (done_count >= 0 AND done_count <= cardinality(patient_ids)),
  CONSTRAINT compliance_batches_check1 CHECK (jsonb_array_length(lines) = done_count),
  CONSTRAINT compliance_batches_lines_check CHECK (jsonb_typeof(lines) = 'array'::text),
  CONSTRAINT compliance_batches_patient_ids_check CHECK (cardinality(patient_ids) >= 1 AND cardinality(patient_ids) <= 500),
  CONSTRAINT compliance_batches_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'running'::text, 'done'::text, 'failed'::text]))
);

CREATE INDEX compliance_batches_created ON compliance_batches USING btree (created_at);
CREATE INDEX compliance_batches_user ON compliance_batches USING btree (org_id, user_id);

ALTER TABLE compliance_batches ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY auth ON compliance_batches FOR ALL TO airlog_auth USING (true) WITH CHECK (true);
CREATE POLICY definer ON compliance_batches FOR ALL TO airlog_definer USING (true) WITH CHECK (true);
CREATE POLICY own_user ON compliance_batches FOR ALL TO airlog_org USING (org_id = ctx_org() AND user_id = ctx_user());
CREATE POLICY own_user_support ON compliance_batches FOR ALL TO airlog_support
  USING (org_id = ctx_org() AND user_id = ctx_user());

GRANT SELECT ON compliance_batches TO airlog_auth, airlog_definer, airlog_org, airlog_support;
GRANT INSERT ON compliance_batches TO airlog_org, airlog_support;
GRANT UPDATE (state) ON compliance_batches TO airlog_definer;
GRANT UPDATE (state, lines, done_count, attempts, dismissed) ON compliance_batches TO airlog_org, airlog_support;
GRANT DELETE ON compliance_batches TO airlog_auth;

-- -------------------- compliance_reports

CREATE TABLE compliance_reports (
  code text NOT NULL,
  org_id integer NOT NULL,
  patient_id integer NOT NULL,
  rule text NOT NULL,
  rule_version integer NOT NULL,
  as_of date NOT NULL,
  figures text NOT NULL,
  digest bytea NOT NULL,
  user_org_id integer NOT NULL,
  user_id integer NOT NULL,
  issued_by text NOT NULL,
  issued_for text NOT NULL,
  issued_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  key_id text,
  signature bytea,
  audit_sequence bigint,
  audit_hash bytea,
  CONSTRAINT compliance_reports_pkey PRIMARY KEY (code),
  CONSTRAINT compliance_reports_org_id_patient_id_fkey FOREIGN KEY (org_id, patient_id) REFERENCES patients(org_id, id),
  CONSTRAINT compliance_reports_user_org_id_user_id_fkey FOREIGN KEY (user_org_id, user_id) REFERENCES users(org_id, id),
  CONSTRAINT compliance_reports_audit_hash_check CHECK (length(audit_hash) = 32),
  CONSTRAINT compliance_reports_check CHECK (num_nulls(key_id, signature, audit_sequence, audit_hash) = ANY (ARRAY[0, 4])),
  CONSTRAINT compliance_reports_code_check CHECK (code ~ '^[0-9A-HJKMNP-TV-Z]{12}$'::text),
  CONSTRAINT compliance_reports_digest_check CHECK (length(digest) = 32),
  CONSTRAINT compliance_reports_figures_check CHECK (length(figures) <= 500000),
  CONSTRAINT compliance_reports_signature_check CHECK (length(signature) = 64)
);

CREATE INDEX compliance_reports_patient ON compliance_reports USING btree (org_id, patient_id);
CREATE INDEX compliance_reports_user ON compliance_reports USING btree (user_org_id, user_id);

CREATE TRIGGER compliance_reports_issued BEFORE INSERT ON compliance_reports FOR EACH ROW
  EXECUTE FUNCTION compliance_report_issued();
CREATE TRIGGER compliance_reports_issued_with BEFORE INSERT ON compliance_reports FOR EACH STATEMENT
  EXECUTE FUNCTION needs_permission('view.patient', 'viewAny.patient');
CREATE TRIGGER compliance_reports_kept BEFORE DELETE OR UPDATE OR TRUNCATE ON compliance_reports FOR EACH STATEMENT
  EXECUTE FUNCTION compliance_reports_are_kept();

CREATE FUNCTION compliance_report_issued()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.digest := sha256(convert_to(new.figures, 'UTF8'));
  new.issued_at := now();
  if not is_staff() then return new; end if;
  if new.signature is null then perform refuse('A report is signed when it is issued.'); end if;
  new.user_org_id := ctx_org();
  new.user_id := ctx_user();
  select u.first_name || ' ' || u.last_name, o.name into new.issued_by, new.issued_for
    from users u join organizations o on o.id = u.org_id where u.id = ctx_user();
  return new;
end $function$;
CREATE FUNCTION compliance_reports_are_kept()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'A compliance report that was issued is never changed or deleted.' using errcode = 'integrity_constraint_violation';
end $function$;

ALTER TABLE compliance_reports ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY acting ON compliance_reports AS RESTRICTIVE FOR ALL TO airlog_acting
  USING ((EXISTS ( SELECT FROM patients p WHERE p.id = compliance_reports.patient_id)));
CREATE POLICY child ON compliance_reports FOR ALL TO airlog_org
  USING ((EXISTS ( SELECT FROM patients p WHERE p.id = compliance_reports.patient_id)));
CREATE POLICY definer ON compliance_reports FOR SELECT TO airlog_definer USING (true);
CREATE POLICY support ON compliance_reports FOR ALL TO airlog_support USING (true) WITH CHECK (true);

GRANT SELECT ON compliance_reports TO airlog_definer, airlog_org, airlog_support;
GRANT INSERT ON compliance_reports TO airlog_org, airlog_support;

-- -------------------- compliance_results

CREATE TABLE compliance_results (
  org_id integer NOT NULL,
  patient_id integer NOT NULL,
  rule text NOT NULL,
  rule_version integer NOT NULL,
  period integer NOT NULL,
  therapy_start date,
  window_start date,
  window_end date,
  compliant_days integer NOT NULL DEFAULT 0,
  met_on date,
  at_risk_on date,
  closes_on date,
  computed_at timestamp with time zone NOT NULL,
  cannot_be_met_on date,
  short_on date,
  call_on date,
  call_until date,
  call_longest integer,
  state text,
  state_until date,
  CONSTRAINT compliance_results_pkey PRIMARY KEY (patient_id, rule),
  CONSTRAINT compliance_results_org_id_patient_id_fkey FOREIGN KEY (org_id, patient_id) REFERENCES patients(org_id, id),
  CONSTRAINT compliance_results_call CHECK ((call_on IS NULL) = (call_until IS NULL) AND call_on <= call_until AND (call_longest IS NULL OR call_on IS NOT NULL)),
  CONSTRAINT compliance_results_check CHECK (window_end >= window_start),
  CONSTRAINT compliance_results_check1 CHECK ((therapy_start IS NULL) = (closes_on IS NULL)),
  CONSTRAINT compliance_results_check2 CHECK (met_on IS NULL OR at_risk_on IS NULL OR at_risk_on < met_on),
  CONSTRAINT compliance_results_check3 CHECK (met_on IS NULL OR cannot_be_met_on IS NULL),
  CONSTRAINT compliance_results_period_check CHECK (period > 0),
  CONSTRAINT compliance_results_short CHECK (met_on IS NULL OR short_on IS NULL OR short_on < met_on)
) WITH (autovacuum_vacuum_scale_factor=0.02, autovacuum_analyze_scale_factor=0.02);

CREATE INDEX compliance_results_due ON compliance_results USING btree (state_until) WHERE state_until IS NOT NULL;
CREATE INDEX compliance_results_unknown ON compliance_results USING btree (patient_id) WHERE state IS NULL;

CREATE TRIGGER compliance_result_changed AFTER INSERT OR UPDATE ON compliance_results FOR EACH ROW WHEN (new.rule = 'CMS PAP'::text)
  EXECUTE FUNCTION compliance_result_changed();
CREATE TRIGGER compliance_results_state BEFORE INSERT OR UPDATE ON compliance_results FOR EACH ROW
  EXECUTE FUNCTION compliance_state_kept();
CREATE TRIGGER noted_added AFTER INSERT ON compliance_results FOR EACH ROW EXECUTE FUNCTION compliance_noted();
CREATE TRIGGER noted_updated AFTER UPDATE ON compliance_results FOR EACH ROW WHEN (old.state <> new.state OR old.rule_version IS DISTINCT FROM new.rule_version OR old.period IS DISTINCT FROM new.period OR old.therapy_start IS DISTINCT FROM new.therapy_start OR old.window_start IS DISTINCT FROM new.window_start OR old.window_end IS DISTINCT FROM new.window_end OR old.compliant_days IS DISTINCT FROM new.compliant_days OR old.met_on IS DISTINCT FROM new.met_on OR old.at_risk_on IS DISTINCT FROM new.at_risk_on OR old.closes_on IS DISTINCT FROM new.closes_on OR old.cannot_be_met_on IS DISTINCT FROM new.cannot_be_met_on OR old.short_on IS DISTINCT FROM new.short_on OR old.call_on IS DISTINCT FROM new.call_on OR old.call_until IS DISTINCT FROM new.call_until OR old.call_longest IS DISTINCT FROM new.call_longest)
  EXECUTE FUNCTION compliance_noted();

CREATE FUNCTION compliance_noted()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  event text;
  before text;
begin
  if tg_op = 'UPDATE' then before := coalesce(old.state, new.state); end if;
  if before is distinct from new.state then
    event := case when new.state = 'met' then 'compliance.met' when new.state = 'at_risk' then 'compliance.at_risk'
                  when new.state = 'cannot_be_met' or new.state = 'not_met' and before is distinct from 'cannot_be_met' then 'compliance.lost'
                  when before = 'met' then 'compliance.lost' end;
  end if;
  insert into changes (org_id, type, row_id, event)
  select o, 'Compliance', new.patient_id, event
    from (select p.visible_org_ids from patients p where p.id = new.patient_id for no key update) p cross join unnest(p.visible_org_ids) o;
  return null;
end $function$;
ALTER FUNCTION compliance_noted() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION compliance_noted() FROM PUBLIC;
CREATE FUNCTION compliance_result_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update patients p
     set compliance_met_on = new.met_on, compliance_at_risk_on = new.at_risk_on, compliance_cannot_be_met_on = new.cannot_be_met_on,
         compliance_closes_on = new.closes_on, compliance_short_on = new.short_on, compliance_call_on = new.call_on, compliance_call_until = new.call_until
   where p.id = new.patient_id
     and (p.compliance_met_on, p.compliance_at_risk_on, p.compliance_cannot_be_met_on, p.compliance_closes_on, p.compliance_short_on, p.compliance_call_on,
          p.compliance_call_until)
       is distinct from (new.met_on, new.at_risk_on, new.cannot_be_met_on, new.closes_on, new.short_on, new.call_on, new.call_until);
  return null;
end $function$;
ALTER FUNCTION compliance_result_changed() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION compliance_result_changed() FROM PUBLIC;
CREATE FUNCTION compliance_state_kept()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare today date;
begin
  select (now() at time zone o.timezone)::date into today from patients p join organizations o on o.id = coalesce(p.dme_id, p.org_id) where p.id = new.patient_id;
  new.state := compliance_state_on(new.met_on, new.at_risk_on, new.cannot_be_met_on, new.closes_on, today);
  new.state_until := least(case when new.met_on > today then new.met_on end, case when new.at_risk_on > today then new.at_risk_on end,
    case when new.cannot_be_met_on > today then new.cannot_be_met_on end, case when new.closes_on > today then new.closes_on end);
  return new;
end $function$;
ALTER FUNCTION compliance_state_kept() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION compliance_state_kept() FROM PUBLIC;

ALTER TABLE compliance_results ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY acting ON compliance_results AS RESTRICTIVE FOR ALL TO airlog_acting
  USING ((EXISTS ( SELECT FROM patients p WHERE p.id = compliance_results.patient_id)));
CREATE POLICY child ON compliance_results FOR ALL TO airlog_org
  USING ((EXISTS ( SELECT FROM patients p WHERE p.id = compliance_results.patient_id)));
CREATE POLICY jobs ON compliance_results FOR ALL TO airlog_jobs USING (true) WITH CHECK (true);
CREATE POLICY removed ON compliance_results FOR ALL TO airlog_definer USING (true) WITH CHECK (true);
CREATE POLICY support ON compliance_results FOR ALL TO airlog_support USING (true) WITH CHECK (true);

GRANT SELECT ON compliance_results TO airlog_definer, airlog_jobs, airlog_org, airlog_support;
GRANT INSERT ON compliance_results TO airlog_jobs;
GRANT UPDATE (rule_version, period, therapy_start, window_start, window_end, compliant_days, met_on, at_risk_on, closes_on, computed_at, cannot_be_met_on, short_on, call_on, call_until, call_longest)
  ON compliance_results TO airlog_jobs;
GRANT UPDATE (state) ON compliance_results TO airlog_definer;
GRANT DELETE ON compliance_results TO airlog_definer;

-- -------------------- connections

CREATE TABLE connections (
  id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  org_id integer NOT NULL,
  patient_id integer NOT NULL,
  machine_org_id integer NOT NULL,
  machine_id integer NOT NULL,
  start_time timestamp with time zone NOT NULL,
  end_time timestamp with time zone,
  exit_flag text,
  terminal_type integer,
  clock_drift_seconds bigint,
  CONSTRAINT connections_pkey PRIMARY KEY (id),
  CONSTRAINT connections_machine_org_id_machine_id_fkey FOREIGN KEY (machine_org_id, machine_id) REFERENCES machines(org_id, id),
  CONSTRAINT connections_org_id_patient_id_fkey FOREIGN KEY (org_id, patient_id) REFERENCES patients(org_id, id),
  CONSTRAINT connections_check CHECK (end_time >= start_time)
) WITH (autovacuum_vacuum_scale_factor=0.01, autovacuum_vacuum_insert_scale_factor=0.02, autovacuum_analyze_scale_factor=0.01);

CREATE INDEX connections_left_open ON connections USING btree (machine_id) WHERE end_time IS NULL AND clock_drift_seconds IS NOT NULL;
CREATE INDEX connections_machine ON connections USING btree (machine_id, start_time DESC);
CREATE INDEX connections_patient ON connections USING btree (patient_id, start_time DESC);

CREATE TRIGGER connections_states AFTER INSERT ON connections REFERENCING NEW TABLE AS arrived FOR EACH STATEMENT
  EXECUTE FUNCTION session_states();
CREATE TRIGGER module_heard_first AFTER INSERT ON connections REFERENCING NEW TABLE AS arrived FOR EACH STATEMENT
  EXECUTE FUNCTION module_heard();
CREATE TRIGGER module_heard_last AFTER UPDATE ON connections REFERENCING NEW TABLE AS arrived FOR EACH STATEMENT
  EXECUTE FUNCTION module_heard();

CREATE FUNCTION module_heard()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not exists (select from arrived) then return null; end if;
  -- A device's clock may be ahead of ours: no connection is in the future.
  update modules m set last_connected_at = heard.at
    from (select machine_id, least(max(greatest(start_time, end_time)), now()) as at from arrived group by machine_id) heard
   where m.machine_id = heard.machine_id and coalesce(m.last_connected_at, '-infinity') < heard.at;
  return null;
end $function$;
ALTER FUNCTION module_heard() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION module_heard() FROM PUBLIC;
CREATE FUNCTION session_states()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform from machines m where m.id in (select a.machine_id from arrived a) order by m.id for share;
  perform from device_states s where s.machine_id in (select a.machine_id from arrived a) order by s.history_id for no key update;
  update device_states s set last_session_at = greatest(s.last_session_at, newest.at) from (
    select h.id, max(a.start_time) as at from arrived a
      join device_history h on h.machine_id = a.machine_id and h.patient_id = a.patient_id join organizations o on o.id = h.org_id
     where in_days(a.start_time, h.start_date, h.end_date, o.timezone) group by h.id
  ) newest where s.history_id = newest.id and s.last_session_at is distinct from greatest(s.last_session_at, newest.at);
  return null;
end $function$;
ALTER FUNCTION session_states() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION session_states() FROM PUBLIC;

ALTER TABLE connections ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY acting ON connections AS RESTRICTIVE FOR ALL TO airlog_acting
  USING ((EXISTS ( SELECT FROM patients p WHERE p.id = connections.patient_id)));
CREATE POLICY child ON connections FOR ALL TO airlog_org
  USING ((EXISTS ( SELECT FROM patients p WHERE p.id = connections.patient_id)));
CREATE POLICY definer ON connections FOR SELECT TO airlog_definer USING (true);
CREATE POLICY device_insert ON connections FOR INSERT TO airlog_device
  WITH CHECK ((EXISTS ( SELECT FROM device_history h WHERE h.machine_id = connections.machine_id AND h.patient_id = connections.patient_id)));
CREATE POLICY device_read ON connections FOR SELECT TO airlog_device
  USING ((EXISTS ( SELECT FROM machines m WHERE m.id = connections.machine_id)));
CREATE POLICY device_update ON connections FOR UPDATE TO airlog_device
  USING ((EXISTS ( SELECT FROM machines m WHERE m.id = connections.machine_id)));
CREATE POLICY jobs ON connections FOR ALL TO airlog_jobs USING (true) WITH CHECK (true);
CREATE POLICY support ON connections FOR ALL TO airlog_support USING (true) WITH CHECK (true);

GRANT SELECT ON connections TO airlog_definer, airlog_device, airlog_jobs, airlog_org, airlog_support;
GRANT INSERT ON connections TO airlog_device;
GRANT UPDATE (end_time, exit_flag) ON connections TO airlog_device, airlog_jobs;

-- -------------------- declined_patients

CREATE TABLE declined_patients (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  org_id integer NOT NULL,
  patient_id integer NOT NULL,
  partner_org_id integer NOT NULL,
  partner_name text NOT NULL,
  reason text NOT NULL,
  user_org_id integer NOT NULL,
  user_id integer NOT NULL,
  declined_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT declined_patients_pkey PRIMARY KEY (id),
  CONSTRAINT declined_patients_org_id_patient_id_fkey FOREIGN KEY (org_id, patient_id) REFERENCES patients(org_id, id) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT declined_patients_partner_org_id_fkey FOREIGN KEY (partner_org_id) REFERENCES organizations(id),
  CONSTRAINT declined_patients_user_org_id_user_id_fkey FOREIGN KEY (user_org_id, user_id) REFERENCES users(org_id, id),
  CONSTRAINT declined_patients_reason_check CHECK (length(reason) >= 1 AND length(reason) <= 1000)
);

CREATE INDEX declined_patients_owner ON declined_patients USING btree (org_id, patient_id);
CREATE INDEX declined_patients_partner ON declined_patients USING btree (partner_org_id);
CREATE INDEX declined_patients_patient ON declined_patients USING btree (patient_id, id DESC);
CREATE INDEX declined_patients_user ON declined_patients USING btree (user_org_id, user_id);

ALTER TABLE declined_patients ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY acting ON declined_patients AS RESTRICTIVE FOR ALL TO airlog_acting USING (org_id = ctx_acting());
CREATE POLICY definer ON declined_patients FOR ALL TO airlog_definer USING (true) WITH CHECK (true);
CREATE POLICY own ON declined_patients FOR SELECT TO airlog_org
  USING (org_id = ctx_org() AND (EXISTS ( SELECT FROM patients p WHERE p.id = declined_patients.patient_id OFFSET 0)));
CREATE POLICY support ON declined_patients FOR SELECT TO airlog_support USING (true);

GRANT SELECT ON declined_patients TO airlog_definer, airlog_org, airlog_support;
GRANT INSERT ON declined_patients TO airlog_definer;

-- -------------------- device_history

CREATE TABLE device_history (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  org_id integer NOT NULL,
  patient_id integer NOT NULL,
  machine_org_id integer NOT NULL,
  machine_id integer NOT NULL,
  start_date date NOT NULL,
  end_date date,
  has_pin boolean NOT NULL DEFAULT false,
  created_by integer,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  recent_changes jsonb NOT NULL DEFAULT '{}'::jsonb,
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT device_history_pkey PRIMARY KEY (id),
  CONSTRAINT device_history_org_id_id_key UNIQUE (org_id, id),
  CONSTRAINT device_history_org_id_patient_id_id_key UNIQUE (org_id, patient_id, id),
  CONSTRAINT device_history_machine_overlap EXCLUDE USING gist (machine_id WITH =, daterange(start_date, end_date, '[)'::text) WITH &&),
  CONSTRAINT device_history_patient_overlap EXCLUDE USING gist (patient_id WITH =, daterange(start_date, end_date, '[)'::text) WITH &&),
  CONSTRAINT device_history_machine_org_id_machine_id_fkey FOREIGN KEY (machine_org_id, machine_id) REFERENCES machines(org_id, id),
  CONSTRAINT device_history_org_id_patient_id_fkey FOREIGN KEY (org_id, patient_id) REFERENCES patients(org_id, id),
  CONSTRAINT device_history_check CHECK (end_date >= start_date)
);

CREATE INDEX device_history_machine ON device_history USING btree (machine_id, start_date DESC);
CREATE UNIQUE INDEX device_history_one_active_per_machine ON device_history USING btree (machine_id) WHERE end_date IS NULL;
CREATE UNIQUE INDEX device_history_one_active_per_patient ON device_history USING btree (patient_id) WHERE end_date IS NULL;
CREATE INDEX device_history_patient ON device_history USING btree (patient_id, start_date DESC);

CREATE TRIGGER assignment_kept AFTER INSERT OR DELETE OR UPDATE ON device_history FOR EACH ROW
  EXECUTE FUNCTION keep_assignment();
CREATE TRIGGER assignment_nights AFTER INSERT OR UPDATE ON device_history FOR EACH ROW
  EXECUTE FUNCTION assignment_nights();
CREATE TRIGGER device_history_added_with BEFORE INSERT ON device_history FOR EACH STATEMENT
  EXECUTE FUNCTION needs_permission('create.device');
CREATE TRIGGER device_history_calls AFTER INSERT OR DELETE OR UPDATE OF patient_id, machine_id, start_date, end_date ON device_history FOR EACH ROW
  EXECUTE FUNCTION calls_changed();
CREATE TRIGGER device_history_changed AFTER INSERT OR DELETE OR UPDATE ON device_history FOR EACH ROW
  EXECUTE FUNCTION device_history_changed();
CREATE TRIGGER device_history_confirmed_with BEFORE UPDATE OF has_pin ON device_history FOR EACH STATEMENT
  EXECUTE FUNCTION needs_permission('update.device.pin', 'update.device');
CREATE TRIGGER device_history_dated_with BEFORE UPDATE OF start_date, end_date ON device_history FOR EACH STATEMENT
  EXECUTE FUNCTION needs_permission('update.device');
CREATE TRIGGER device_history_deleted_by_partner BEFORE DELETE ON device_history FOR EACH ROW
  EXECUTE FUNCTION assignment_deleted_by_partner();
CREATE TRIGGER device_history_deleted_with BEFORE DELETE ON device_history FOR EACH STATEMENT
  EXECUTE FUNCTION needs_permission('delete.device');
CREATE TRIGGER device_history_index AFTER INSERT OR UPDATE OF patient_id, machine_id, start_date, end_date ON device_history FOR EACH ROW
  EXECUTE FUNCTION device_history_index();
CREATE TRIGGER device_history_of_received_machine BEFORE INSERT OR UPDATE OF start_date, end_date ON device_history FOR EACH ROW
  EXECUTE FUNCTION assignment_of_received_machine();
CREATE TRIGGER device_history_recent_changes BEFORE UPDATE OF start_date, end_date ON device_history FOR EACH ROW
  EXECUTE FUNCTION keep_recent_changes('start_date', 'end_date');
CREATE TRIGGER device_history_states AFTER INSERT OR UPDATE OF patient_id, machine_id, start_date, end_date ON device_history FOR EACH ROW
  EXECUTE FUNCTION device_history_states();
CREATE TRIGGER device_history_version BEFORE UPDATE ON device_history FOR EACH ROW WHEN (old.start_date IS DISTINCT FROM new.start_date OR old.end_date IS DISTINCT FROM new.end_date OR old.has_pin IS DISTINCT FROM new.has_pin)
  EXECUTE FUNCTION row_version();
CREATE TRIGGER device_history_when_updated BEFORE UPDATE ON device_history FOR EACH ROW WHEN (old.version <> new.version OR old.patient_id <> new.patient_id OR old.machine_id <> new.machine_id)
  EXECUTE FUNCTION row_updated();
CREATE TRIGGER list_rows_added AFTER INSERT ON device_history REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION list_rows_changed();
CREATE TRIGGER list_rows_deleted AFTER DELETE ON device_history REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION list_rows_changed();
CREATE TRIGGER list_rows_shared AFTER UPDATE ON device_history FOR EACH ROW WHEN (old.patient_id <> new.patient_id)
  EXECUTE FUNCTION list_rows_shared();
CREATE TRIGGER noted_added AFTER INSERT ON device_history REFERENCING NEW TABLE AS became FOR EACH STATEMENT
  EXECUTE FUNCTION patient_rows_noted('DeviceHistory');
CREATE TRIGGER noted_deleted AFTER DELETE ON device_history REFERENCING OLD TABLE AS was FOR EACH STATEMENT
  EXECUTE FUNCTION patient_rows_deleted('DeviceHistory');
CREATE TRIGGER noted_updated AFTER UPDATE ON device_history REFERENCING OLD TABLE AS was NEW TABLE AS became FOR EACH STATEMENT
  EXECUTE FUNCTION patient_rows_updated('DeviceHistory');

CREATE FUNCTION assignment_deleted_by_partner()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if is_staff_of_an_organization() and old.org_id is distinct from ctx_org()
    and exists (select from settings_records s where s.history_id = old.id) then
    perform refuse('A partner may not delete an assignment with settings.');
  end if;
  return old;
end $function$;
CREATE FUNCTION assignment_nights()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform lock_nights(new.machine_id);
  if tg_op = 'UPDATE' then
    if (old.patient_id, old.machine_id, old.start_date, old.end_date)
      is not distinct from (new.patient_id, new.machine_id, new.start_date, new.end_date) then return null; end if;
    update usage_nights n set org_id = null, patient_id = null
      where n.machine_id = old.machine_id and n.patient_id = old.patient_id
        and n.usage_date >= old.start_date and n.usage_date < coalesce(old.end_date, 'infinity')
        and not (new.patient_id = old.patient_id and new.machine_id = old.machine_id
          and n.usage_date >= new.start_date and n.usage_date < coalesce(new.end_date, 'infinity'));
    update usage_night_returns r set patient_id = null
      where r.machine_id = old.machine_id and r.patient_id = old.patient_id
        and r.usage_date >= old.start_date and r.usage_date < coalesce(old.end_date, 'infinity');
  end if;
  update usage_nights n set org_id = new.org_id, patient_id = new.patient_id
    where n.machine_id = new.machine_id and n.patient_id is distinct from new.patient_id
      and n.usage_date >= new.start_date and n.usage_date < coalesce(new.end_date, 'infinity');
  update usage_night_returns r set patient_id = new.patient_id
    where r.machine_id = new.machine_id and r.patient_id is distinct from new.patient_id
      and r.usage_date >= new.start_date and r.usage_date < coalesce(new.end_date, 'infinity');
  return null;
end $function$;
ALTER FUNCTION assignment_nights() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION assignment_nights() FROM PUBLIC;
CREATE FUNCTION assignment_of_received_machine()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  added datemultirange := datemultirange(daterange(new.start_date, case when new.end_date < new.start_date then new.start_date else new.end_date end));
begin
  if tg_op = 'UPDATE' then added := added - datemultirange(daterange(old.start_date, old.end_date)); end if;
  if exists (select from machines m where m.id = new.machine_id and m.handed_over) and not added <@ patient_machine_days(new.machine_id, new.patient_id) then
    raise exception 'The organization did not have the machine on that day.' using errcode = 'check_violation', constraint = 'device_history_since_hand_off';
  end if;
  return new;
end $function$;
ALTER FUNCTION assignment_of_received_machine() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION assignment_of_received_machine() FROM PUBLIC;
CREATE FUNCTION device_history_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  -- Patients before machines, as patient_share_names does it: no deadlock, and a concurrent change of the patient waits and then finds this row.
  perform from patients p where p.id in (new.patient_id, old.patient_id) order by p.id for no key update;
  update patients p set current_serial = held.serial from (
    select w.id, m.serial from unnest(array[new.patient_id, old.patient_id]) w(id)
      left join device_history h on h.patient_id = w.id and h.end_date is null left join machines m on m.id = h.machine_id
  ) held where p.id = held.id and p.current_serial is distinct from held.serial;
  perform machine_refresh_visible_orgs(m.id) from (select distinct i as id from unnest(array[new.machine_id, old.machine_id]) i where i is not null order by 1) m;
  return null;
end $function$;
ALTER FUNCTION device_history_changed() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION device_history_changed() FROM PUBLIC;
CREATE FUNCTION device_history_index()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into device_index select * from device_index_of(new.id, new.id);
  else
    perform refresh_device_index(array[new.id]);
  end if;
  return null;
end $function$;
ALTER FUNCTION device_history_index() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION device_history_index() FROM PUBLIC;
CREATE FUNCTION device_history_states()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into device_states select * from device_states_of(new.id, new.id);
  else
    update device_states s set machine_id = now.machine_id, visible_org_ids = now.visible_org_ids, location_id = now.location_id,
        active_since = now.active_since, heard_at = now.heard_at, last_session_at = now.last_session_at
      from device_states_of(new.id, new.id) now where s.history_id = now.history_id;
  end if;
  return null;
end $function$;
ALTER FUNCTION device_history_states() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION device_history_states() FROM PUBLIC;
CREATE FUNCTION keep_assignment()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  kept device_history;
  -- Staff may name the time at which an assignment was made; the request has one of the database.
  present timestamptz := case when tg_op = 'INSERT' and ctx_user() is null then new.created_at else now() end;
  closed timestamptz;
begin
  if tg_op = 'DELETE' then kept := old; else kept := new; end if;
  if tg_op = 'UPDATE' and (old.org_id, old.patient_id, old.machine_org_id, old.machine_id, old.start_date, old.end_date)
    is not distinct from (new.org_id, new.patient_id, new.machine_org_id, new.machine_id, new.start_date, new.end_date) then return null; end if;
  update assignment_versions v set known = tstzrange(lower(v.known), greatest(present, lower(v.known) + interval '1 microsecond'), '(]')
   where v.history_id = kept.id and upper_inf(v.known) returning upper(v.known) into closed;
  insert into assignment_versions (history_id, org_id, patient_id, machine_org_id, machine_id, start_date, end_date, known, act, actor_user_id, actor_name, actor_email)
  select kept.id, kept.org_id, kept.patient_id, kept.machine_org_id, kept.machine_id, kept.start_date, kept.end_date, tstzrange(coalesce(closed, present), null, '(]'),
         case tg_op when 'INSERT' then 'made' when 'UPDATE' then 'edited' else 'deleted' end, u.id, u.last_name || ', ' || u.first_name, u.email
    from (select ctx_user() as id) actor left join users u on u.id = actor.id;
  return null;
end $function$;
ALTER FUNCTION keep_assignment() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION keep_assignment() FROM PUBLIC;

ALTER TABLE device_history ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY acting ON device_history AS RESTRICTIVE FOR ALL TO airlog_acting
  USING ((EXISTS ( SELECT FROM patients p WHERE p.id = device_history.patient_id)))
  WITH CHECK ((EXISTS ( SELECT FROM patients p WHERE p.id = device_history.patient_id)) AND (EXISTS ( SELECT FROM machines m WHERE m.id = device_history.machine_id)));
CREATE POLICY child ON device_history FOR ALL TO airlog_org
  USING ((EXISTS ( SELECT FROM patients p WHERE p.id = device_history.patient_id)))
  WITH CHECK ((EXISTS ( SELECT FROM patients p WHERE p.id = device_history.patient_id)) AND (EXISTS ( SELECT FROM machines m WHERE m.id = device_history.machine_id)));
CREATE POLICY definer ON device_history FOR ALL TO airlog_definer USING (true) WITH CHECK (true);
CREATE POLICY device ON device_history FOR SELECT TO airlog_device
  USING ((EXISTS ( SELECT FROM machines m WHERE m.id = device_history.machine_id)));
CREATE POLICY jobs ON device_history FOR SELECT TO airlog_jobs USING (true);
CREATE POLICY support ON device_history FOR ALL TO airlog_support USING (true) WITH CHECK (true);

GRANT SELECT ON device_history TO airlog_definer, airlog_device, airlog_jobs, airlog_org, airlog_support;
GRANT INSERT ON device_history TO airlog_definer, airlog_org, airlog_support;
GRANT UPDATE (start_date, end_date, has_pin) ON device_history TO airlog_org, airlog_support;
GRANT DELETE ON device_history TO airlog_definer, airlog_org, airlog_support;

-- -------------------- device_index

CREATE TABLE device_index (
  history_id integer NOT NULL,
  org_id integer NOT NULL,
  machine_id integer NOT NULL,
  visible_org_ids integer[] NOT NULL,
  location_id integer,
  start_date date NOT NULL,
  end_date date,
  serial text NOT NULL,
  model_id integer NOT NULL,
  last_name text NOT NULL,
  search_text text NOT NULL,
  CONSTRAINT device_index_pkey PRIMARY KEY (history_id),
  CONSTRAINT device_index_model_id_fkey FOREIGN KEY (model_id) REFERENCES machine_models(id),
  CONSTRAINT device_index_org_id_history_id_fkey FOREIGN KEY (org_id, history_id) REFERENCES device_history(org_id, id) ON UPDATE CASCADE ON DELETE CASCADE
);

CREATE INDEX device_index_end ON device_index USING btree (end_date NULLS FIRST, history_id) INCLUDE (visible_org_ids, location_id);
CREATE INDEX device_index_model ON device_index USING btree (model_id, history_id) INCLUDE (visible_org_ids, location_id);
CREATE INDEX device_index_page ON device_index USING btree (history_id) INCLUDE (visible_org_ids, location_id);
CREATE INDEX device_index_place ON device_index USING btree (location_id, history_id) INCLUDE (visible_org_ids);
CREATE INDEX device_index_search ON device_index USING gin (search_text gin_trgm_ops);
CREATE INDEX device_index_start ON device_index USING btree (start_date, history_id) INCLUDE (visible_org_ids, location_id);
CREATE INDEX device_index_visible ON device_index USING gin (visible_org_ids);

ALTER TABLE device_index ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY acting ON device_index AS RESTRICTIVE FOR ALL TO airlog_acting
  USING (visible_org_ids @> ARRAY[ctx_acting()]);
CREATE POLICY definer ON device_index FOR ALL TO airlog_definer USING (true) WITH CHECK (true);
CREATE POLICY location ON device_index AS RESTRICTIVE FOR ALL TO airlog_limited
  USING (location_id = ANY (ctx_locations()));
CREATE POLICY support ON device_index FOR SELECT TO airlog_support USING (true);
CREATE POLICY visible ON device_index FOR SELECT TO airlog_org USING (visible_org_ids @> ARRAY[ctx_org()]);

GRANT SELECT ON device_index TO airlog_definer, airlog_org, airlog_support;
GRANT INSERT ON device_index TO airlog_definer;
GRANT UPDATE ON device_index TO airlog_definer;
GRANT DELETE ON device_index TO airlog_definer;

-- -------------------- device_states

CREATE TABLE device_states (
  history_id integer NOT NULL,
  org_id integer NOT NULL,
  patient_id integer NOT NULL,
  machine_id integer NOT NULL,
  visible_org_ids integer[] NOT NULL,
  location_id integer,
  active_since date,
  settings_state text NOT NULL DEFAULT 'none'::text,
  submitted_at timestamp with time zone,
  heard_at timestamp with time zone,
  last_session_at timestamp with time zone,
  failed_at timestamp with time zone,
  CONSTRAINT device_states_pkey PRIMARY KEY (history_id),
  CONSTRAINT device_states_org_id_patient_id_history_id_fkey FOREIGN KEY (org_id, patient_id, history_id) REFERENCES device_history(org_id, patient_id, id) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT device_states_settings_state_check CHECK (settings_state = ANY (ARRAY['pending'::text, 'failed'::text, 'void'::text, 'current'::text, 'defaults'::text, 'none'::text]))
) WITH (autovacuum_vacuum_scale_factor=0.02, autovacuum_analyze_scale_factor=0.02);

CREATE INDEX device_states_failed ON device_states USING btree (failed_at, patient_id) INCLUDE (visible_org_ids, location_id) WHERE active_since IS NOT NULL AND settings_state = 'failed'::text;
CREATE INDEX device_states_heard ON device_states USING btree (heard_at, patient_id) INCLUDE (active_since, visible_org_ids, location_id) WHERE heard_at IS NOT NULL;
CREATE INDEX device_states_machine ON device_states USING btree (machine_id);
CREATE INDEX device_states_patient ON device_states USING btree (patient_id);
CREATE INDEX device_states_session ON device_states USING btree (last_session_at, history_id) INCLUDE (visible_org_ids, location_id);
CREATE INDEX device_states_settings ON device_states USING btree (settings_state, history_id) INCLUDE (visible_org_ids, location_id);
CREATE INDEX device_states_waiting ON device_states USING btree (submitted_at, patient_id) INCLUDE (visible_org_ids, location_id) WHERE active_since IS NOT NULL AND settings_state = 'pending'::text;

ALTER TABLE device_states ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY acting ON device_states AS RESTRICTIVE FOR ALL TO airlog_acting
  USING (visible_org_ids @> ARRAY[ctx_acting()]);
CREATE POLICY definer ON device_states FOR ALL TO airlog_definer USING (true) WITH CHECK (true);
CREATE POLICY location ON device_states AS RESTRICTIVE FOR ALL TO airlog_limited
  USING (location_id = ANY (ctx_locations()));
CREATE POLICY support ON device_states FOR SELECT TO airlog_support USING (true);
CREATE POLICY visible ON device_states FOR SELECT TO airlog_org USING (visible_org_ids @> ARRAY[ctx_org()]);

GRANT SELECT ON device_states TO airlog_definer, airlog_org, airlog_support;
GRANT INSERT ON device_states TO airlog_definer;
GRANT UPDATE ON device_states TO airlog_definer;
GRANT DELETE ON device_states TO airlog_definer;

-- -------------------- dismissed_notices

CREATE TABLE dismissed_notices (
  org_id integer NOT NULL,
  user_id integer NOT NULL,
  notice text NOT NULL,
  version text,
  dismissed_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT dismissed_notices_pkey PRIMARY KEY (user_id, notice),
  CONSTRAINT dismissed_notices_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE,
  CONSTRAINT dismissed_notices_check CHECK ((notice = 'news'::text) = (version IS NOT NULL)),
  CONSTRAINT dismissed_notices_notice_check CHECK (notice = ANY (ARRAY['first_steps'::text, 'news'::text])),
  CONSTRAINT dismissed_notices_version_check CHECK (version ~ '^\d{1,5}\.\d{1,5}\.\d{1,5}$'::text)
);

ALTER TABLE dismissed_notices ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY definer ON dismissed_notices FOR SELECT TO airlog_definer USING (true);
CREATE POLICY own_user ON dismissed_notices FOR ALL TO airlog_org USING (org_id = ctx_org() AND user_id = ctx_user());
CREATE POLICY own_user_support ON dismissed_notices FOR ALL TO airlog_support
  USING (org_id = ctx_org() AND user_id = ctx_user());

GRANT SELECT ON dismissed_notices TO airlog_definer, airlog_org, airlog_support;
GRANT INSERT ON dismissed_notices TO airlog_org, airlog_support;
GRANT UPDATE (version, dismissed_at) ON dismissed_notices TO airlog_org, airlog_support;

-- -------------------- file_sweeps

CREATE TABLE file_sweeps (
  id boolean NOT NULL DEFAULT true,
  held integer,
  swept_at timestamp with time zone,
  CONSTRAINT file_sweeps_pkey PRIMARY KEY (id),
  CONSTRAINT file_sweeps_held_check CHECK (held >= 0),
  CONSTRAINT file_sweeps_id_check CHECK (id)
);

ALTER TABLE file_sweeps ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY definer ON file_sweeps FOR SELECT TO airlog_definer USING (true);
CREATE POLICY jobs ON file_sweeps FOR ALL TO airlog_jobs USING (true) WITH CHECK (true);

GRANT SELECT ON file_sweeps TO airlog_definer, airlog_jobs;
GRANT UPDATE (held, swept_at) ON file_sweeps TO airlog_jobs;

-- -------------------- follow_ups

CREATE TABLE follow_ups (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  org_id integer NOT NULL,
  patient_id integer NOT NULL,
  work_org_id integer NOT NULL,
  reason text NOT NULL,
  act text NOT NULL,
  replaces_id integer,
  assignee_id integer,
  assignee_name text,
  hidden_at timestamp(3) with time zone,
  hidden_until date,
  outcome text,
  note text,
  author_org_id integer NOT NULL,
  author_id integer NOT NULL,
  author_name text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  replaced_at timestamp(3) with time zone,
  CONSTRAINT follow_ups_pkey PRIMARY KEY (id),
  CONSTRAINT follow_ups_org_id_id_key UNIQUE (org_id, id),
  CONSTRAINT follow_ups_author_org_id_author_id_fkey FOREIGN KEY (author_org_id, author_id) REFERENCES users(org_id, id),
  CONSTRAINT follow_ups_org_id_patient_id_fkey FOREIGN KEY (org_id, patient_id) REFERENCES patients(org_id, id),
  CONSTRAINT follow_ups_org_id_replaces_id_fkey FOREIGN KEY (org_id, replaces_id) REFERENCES follow_ups(org_id, id),
  CONSTRAINT follow_ups_work_org_id_assignee_id_fkey FOREIGN KEY (work_org_id, assignee_id) REFERENCES users(org_id, id),
  CONSTRAINT follow_ups_work_org_id_fkey FOREIGN KEY (work_org_id) REFERENCES organizations(id),
  CONSTRAINT follow_ups_act_check CHECK (act = ANY (ARRAY['assigned'::text, 'snoozed'::text, 'done'::text, 'reopened'::text])),
  CONSTRAINT follow_ups_check CHECK ((hidden_at IS NULL) = (hidden_until IS NULL) AND (outcome IS NULL OR hidden_at IS NOT NULL)),
  CONSTRAINT follow_ups_check1 CHECK (act <> 'snoozed'::text OR hidden_at IS NOT NULL AND outcome IS NULL),
  CONSTRAINT follow_ups_check2 CHECK (act <> 'done'::text OR outcome IS NOT NULL),
  CONSTRAINT follow_ups_check3 CHECK (act <> 'reopened'::text OR hidden_at IS NULL),
  CONSTRAINT follow_ups_check4 CHECK ((assignee_id IS NULL) = (assignee_name IS NULL)),
  CONSTRAINT follow_ups_note_check CHECK (length(note) >= 1 AND length(note) <= 500),
  CONSTRAINT follow_ups_outcome_check CHECK (outcome = ANY (ARRAY['reached'::text, 'left_message'::text, 'no_answer'::text, 'wrong_number'::text, 'not_needed'::text])),
  CONSTRAINT follow_ups_reason_check CHECK (reason = ANY (ARRAY['nights_needed'::text, 'icode_call'::text, 'silent'::text, 'settings_failed'::text]))
);

CREATE INDEX follow_ups_assigned ON follow_ups USING btree (work_org_id, assignee_id);
CREATE INDEX follow_ups_assignee ON follow_ups USING btree (work_org_id, assignee_id) WHERE replaced_at IS NULL;
CREATE INDEX follow_ups_author ON follow_ups USING btree (author_org_id, author_id);
CREATE UNIQUE INDEX follow_ups_current ON follow_ups USING btree (work_org_id, patient_id, reason) WHERE replaced_at IS NULL;
CREATE INDEX follow_ups_hidden ON follow_ups USING btree (work_org_id, hidden_until) WHERE replaced_at IS NULL AND hidden_until IS NOT NULL;
CREATE INDEX follow_ups_owner ON follow_ups USING btree (org_id, patient_id);
CREATE INDEX follow_ups_patient ON follow_ups USING btree (patient_id, created_at);
CREATE UNIQUE INDEX follow_ups_replaced ON follow_ups USING btree (org_id, replaces_id);

CREATE TRIGGER follow_ups_never_deleted BEFORE DELETE OR TRUNCATE ON follow_ups FOR EACH STATEMENT
  EXECUTE FUNCTION follow_ups_are_kept();
CREATE TRIGGER follow_ups_replaced BEFORE UPDATE ON follow_ups FOR EACH ROW EXECUTE FUNCTION follow_up_replaced();
CREATE TRIGGER follow_ups_written BEFORE INSERT ON follow_ups FOR EACH ROW EXECUTE FUNCTION follow_up_written();

CREATE FUNCTION follow_up_replaced()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.replaced_at is not null then perform refuse('An act is replaced once.'); end if;
  new.replaced_at := now();
  return new;
end $function$;
CREATE FUNCTION follow_up_written()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare was follow_ups;
begin
  if is_staff() then
    if not ctx_may('create.patient.note') then perform refuse('Not permitted: create.patient.note'); end if;
    if current_user = 'airlog_support' then perform refuse('Support staff decides in an organization.'); end if;
    new.work_org_id := coalesce(ctx_acting(), ctx_org());
    new.author_org_id := ctx_org();
    new.author_id := ctx_user();
    select u.last_name || ', ' || u.first_name into new.author_name from users u where u.id = ctx_user();
    new.created_at := now();
  end if;
  if new.replaces_id is not null then
    select * into was from follow_ups f where f.id = new.replaces_id;
    if (was.work_org_id, was.patient_id, was.reason) is distinct from (new.work_org_id, new.patient_id, new.reason) then
      perform refuse('An act replaces the one before it.');
    end if;
  end if;
  if new.act = 'assigned' then
    new.hidden_at := was.hidden_at; new.hidden_until := was.hidden_until; new.outcome := was.outcome; new.note := was.note;
    if is_staff() and new.assignee_id is not null then
      select a.name into new.assignee_name from follow_up_assignees(new.patient_id) a where a.id = new.assignee_id;
      if new.assignee_name is null then perform refuse('A follow-up is assigned to a colleague who may read the patient.'); end if;
    end if;
  else
    new.assignee_id := was.assignee_id; new.assignee_name := was.assignee_name;
    if new.act <> 'reopened' then new.hidden_at := new.created_at; end if;
  end if;
  return new;
end $function$;
CREATE FUNCTION follow_ups_are_kept()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'What staff decided is never deleted.' using errcode = 'integrity_constraint_violation';
end $function$;

ALTER TABLE follow_ups ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY acting ON follow_ups AS RESTRICTIVE FOR ALL TO airlog_acting
  USING (work_org_id = ctx_acting() AND (EXISTS ( SELECT FROM patients p WHERE p.id = follow_ups.patient_id OFFSET 0)));
CREATE POLICY definer ON follow_ups FOR SELECT TO airlog_definer USING (true);
CREATE POLICY own ON follow_ups FOR ALL TO airlog_org
  USING (work_org_id = ctx_org() AND (EXISTS ( SELECT FROM patients p WHERE p.id = follow_ups.patient_id OFFSET 0)));
CREATE POLICY support ON follow_ups FOR ALL TO airlog_support USING (true) WITH CHECK (true);

GRANT SELECT ON follow_ups TO airlog_definer, airlog_org, airlog_support;
GRANT INSERT (org_id, patient_id, reason, act, replaces_id, assignee_id, hidden_until, outcome, note)
  ON follow_ups TO airlog_org, airlog_support;
GRANT UPDATE (replaced_at) ON follow_ups TO airlog_org, airlog_support;

-- -------------------- hand_off_messages

CREATE TABLE hand_off_messages (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  org_id integer NOT NULL,
  hand_off_id integer NOT NULL,
  user_id integer,
  body text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT hand_off_messages_pkey PRIMARY KEY (id),
  CONSTRAINT hand_off_messages_org_id_hand_off_id_fkey FOREIGN KEY (org_id, hand_off_id) REFERENCES hand_offs(org_id, id),
  CONSTRAINT hand_off_messages_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id),
  CONSTRAINT hand_off_messages_body_check CHECK (length(body) >= 1 AND length(body) <= 1000)
);

CREATE INDEX hand_off_messages_thread ON hand_off_messages USING btree (org_id, hand_off_id, id);
CREATE INDEX hand_off_messages_user ON hand_off_messages USING btree (org_id, user_id);

CREATE TRIGGER hand_off_messages_arrived AFTER INSERT ON hand_off_messages FOR EACH ROW WHEN (new.user_id IS NULL)
  EXECUTE FUNCTION hand_off_messages_inbox();
CREATE TRIGGER hand_off_messages_changed AFTER INSERT ON hand_off_messages FOR EACH ROW
  EXECUTE FUNCTION hand_off_messages_changed();

CREATE FUNCTION hand_off_messages_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform pg_notify('airlog', json_build_object('topic', 'hand-off.changed', 'data', json_build_object('handOffId', new.hand_off_id))::text);
  return null;
end $function$;
ALTER FUNCTION hand_off_messages_changed() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION hand_off_messages_changed() FROM PUBLIC;
CREATE FUNCTION hand_off_messages_inbox()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  h hand_offs;
  event int;
begin
  select * into h from hand_offs x where x.id = new.hand_off_id;
  -- The first messages arrive with the request.
  if h.side = 'holder' and new.created_at <= h.looked_up_at then return null; end if;
  event := nextval('inbox_items_id_seq');
  insert into inbox_items (id, org_id, user_id, kind, hand_off_id)
  select event, h.org_id, r, 'hand-off-message', h.id from (select h.user_id as r where h.side = 'asker' union all select r from hand_off_readers(h.org_id) r where h.side = 'holder') to_read;
  return null;
end $function$;
ALTER FUNCTION hand_off_messages_inbox() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION hand_off_messages_inbox() FROM PUBLIC;

ALTER TABLE hand_off_messages ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY definer ON hand_off_messages FOR ALL TO airlog_definer USING (true) WITH CHECK (true);
CREATE POLICY own ON hand_off_messages FOR SELECT TO airlog_org USING (org_id = ctx_org());
CREATE POLICY own_user ON hand_off_messages AS RESTRICTIVE FOR ALL TO airlog_limited USING (user_id = ctx_user());

GRANT SELECT ON hand_off_messages TO airlog_definer, airlog_org;
GRANT INSERT ON hand_off_messages TO airlog_definer;

-- -------------------- hand_offs

CREATE TABLE hand_offs (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  org_id integer NOT NULL,
  user_id integer,
  side text NOT NULL,
  kind text NOT NULL,
  state text NOT NULL DEFAULT 'open'::text,
  serial text,
  first_name text,
  last_name text,
  birth_date date,
  phone text,
  assigned_id text,
  asked_by text NOT NULL,
  pin_cipher text,
  looked_up_at timestamp(3) with time zone,
  pin_confirmed boolean NOT NULL DEFAULT false,
  other_org_id integer,
  other_id integer,
  other_name text,
  patient_org_id integer,
  patient_id integer,
  machine_org_id integer,
  machine_id integer,
  starts_on date,
  reason text,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  expires_at timestamp(3) with time zone NOT NULL,
  ended_at timestamp(3) with time zone,
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT hand_offs_pkey PRIMARY KEY (id),
  CONSTRAINT hand_offs_org_id_id_key UNIQUE (org_id, id),
  CONSTRAINT hand_offs_machine_org_id_machine_id_fkey FOREIGN KEY (machine_org_id, machine_id) REFERENCES machines(org_id, id),
  CONSTRAINT hand_offs_org_id_fkey FOREIGN KEY (org_id) REFERENCES organizations(id),
  CONSTRAINT hand_offs_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id),
  CONSTRAINT hand_offs_other_org_id_other_id_fkey FOREIGN KEY (other_org_id, other_id) REFERENCES hand_offs(org_id, id),
  CONSTRAINT hand_offs_patient_org_id_patient_id_fkey FOREIGN KEY (patient_org_id, patient_id) REFERENCES patients(org_id, id),
  CONSTRAINT hand_offs_assigned_id_check CHECK (length(assigned_id) >= 1 AND length(assigned_id) <= 64),
  CONSTRAINT hand_offs_check CHECK ((side = 'holder'::text) = (other_id IS NOT NULL)),
  CONSTRAINT hand_offs_check1 CHECK (other_id IS NULL OR other_org_id IS NOT NULL),
  CONSTRAINT hand_offs_check2 CHECK (patient_id IS NULL OR patient_org_id IS NOT NULL),
  CONSTRAINT hand_offs_check3 CHECK (patient_org_id = org_id),
  CONSTRAINT hand_offs_check4 CHECK (machine_id IS NULL OR machine_org_id IS NOT NULL),
  CONSTRAINT hand_offs_check5 CHECK ((state = 'open'::text) = (ended_at IS NULL)),
  CONSTRAINT hand_offs_check6 CHECK ((state = 'refused'::text) = (reason IS NOT NULL)),
  CONSTRAINT hand_offs_check7 CHECK ((state = 'accepted'::text) = (starts_on IS NOT NULL)),
  CONSTRAINT hand_offs_first_name_check CHECK (length(first_name) >= 1 AND length(first_name) <= 255),
  CONSTRAINT hand_offs_kind_check CHECK (kind = ANY (ARRAY['device'::text, 'patient'::text])),
  CONSTRAINT hand_offs_last_name_check CHECK (length(last_name) >= 1 AND length(last_name) <= 255),
  CONSTRAINT hand_offs_phone_check CHECK (phone ~ '^[0-9]{10}$'::text),
  CONSTRAINT hand_offs_reason_check CHECK (length(reason) >= 1 AND length(reason) <= 1000),
  CONSTRAINT hand_offs_serial_check CHECK (length(serial) >= 1 AND length(serial) <= 32),
  CONSTRAINT hand_offs_side_check CHECK (side = ANY (ARRAY['asker'::text, 'holder'::text])),
  CONSTRAINT hand_offs_state_check CHECK (state = ANY (ARRAY['open'::text, 'accepted'::text, 'refused'::text, 'withdrawn'::text, 'expired'::text]))
);

CREATE INDEX hand_offs_machine ON hand_offs USING btree (machine_id) WHERE machine_id IS NOT NULL;
CREATE INDEX hand_offs_machine_owner ON hand_offs USING btree (machine_org_id, machine_id) WHERE machine_id IS NOT NULL;
CREATE UNIQUE INDEX hand_offs_other ON hand_offs USING btree (other_org_id, other_id) WHERE other_id IS NOT NULL;
CREATE INDEX hand_offs_other_id ON hand_offs USING btree (other_id) WHERE other_id IS NOT NULL;
CREATE INDEX hand_offs_page ON hand_offs USING btree (org_id, id DESC);
CREATE INDEX hand_offs_patient ON hand_offs USING btree (patient_org_id, patient_id) WHERE patient_id IS NOT NULL;
CREATE INDEX hand_offs_to_expire ON hand_offs USING btree (expires_at) WHERE side = 'asker'::text AND state = 'open'::text;
CREATE INDEX hand_offs_user ON hand_offs USING btree (org_id, user_id);

CREATE TRIGGER hand_offs_answered AFTER UPDATE OF state ON hand_offs FOR EACH ROW WHEN (new.side = 'asker'::text AND old.state = 'open'::text AND (new.state = ANY (ARRAY['accepted'::text, 'refused'::text, 'expired'::text])))
  EXECUTE FUNCTION hand_offs_inbox();
CREATE TRIGGER hand_offs_changed AFTER UPDATE OF state ON hand_offs FOR EACH ROW WHEN (old.state <> new.state)
  EXECUTE FUNCTION hand_offs_changed();
CREATE TRIGGER hand_offs_received AFTER INSERT ON hand_offs FOR EACH ROW WHEN (new.side = 'holder'::text)
  EXECUTE FUNCTION hand_offs_inbox();
CREATE TRIGGER hand_offs_when_updated BEFORE UPDATE ON hand_offs FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*)
  EXECUTE FUNCTION row_updated();
CREATE TRIGGER noted AFTER INSERT OR DELETE ON hand_offs FOR EACH ROW EXECUTE FUNCTION own_row_noted('HandOff');
CREATE TRIGGER noted_updated AFTER UPDATE ON hand_offs FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*)
  EXECUTE FUNCTION own_row_noted('HandOff');

CREATE FUNCTION hand_offs_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform pg_notify('airlog', json_build_object('topic', 'hand-off.changed', 'data', json_build_object('handOffId', new.id))::text);
  return null;
end $function$;
ALTER FUNCTION hand_offs_changed() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION hand_offs_changed() FROM PUBLIC;
CREATE FUNCTION hand_offs_inbox()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  event int := nextval('inbox_items_id_seq');
begin
  if tg_op = 'INSERT' then
    insert into inbox_items (id, org_id, user_id, kind, hand_off_id) select event, new.org_id, r, 'hand-off-asked', new.id from hand_off_readers(new.org_id) r;
  else
    insert into inbox_items (id, org_id, user_id, kind, hand_off_id) values (event, new.org_id, new.user_id, 'hand-off-answered', new.id);
  end if;
  return null;
end $function$;
ALTER FUNCTION hand_offs_inbox() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION hand_offs_inbox() FROM PUBLIC;

ALTER TABLE hand_offs ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY definer ON hand_offs FOR ALL TO airlog_definer USING (true) WITH CHECK (true);
CREATE POLICY jobs ON hand_offs FOR SELECT TO airlog_jobs USING (true);
CREATE POLICY own ON hand_offs FOR SELECT TO airlog_org USING (org_id = ctx_org());
CREATE POLICY own_user ON hand_offs AS RESTRICTIVE FOR ALL TO airlog_limited USING (user_id = ctx_user());

GRANT SELECT ON hand_offs TO airlog_definer, airlog_jobs;
GRANT SELECT (id, org_id, user_id, side, kind, state, serial, first_name, last_name, birth_date, phone, assigned_id, asked_by, pin_confirmed, other_name, patient_org_id, patient_id, machine_org_id, machine_id, starts_on, reason, created_at, expires_at, ended_at, updated_at)
  ON hand_offs TO airlog_org;
GRANT INSERT ON hand_offs TO airlog_definer;
GRANT UPDATE ON hand_offs TO airlog_definer;

-- -------------------- icode_reports

CREATE TABLE icode_reports (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  org_id integer NOT NULL,
  patient_id integer,
  machine_org_id integer,
  machine_id integer,
  serial text NOT NULL,
  collected date NOT NULL,
  code text NOT NULL,
  codec text NOT NULL,
  codec_version integer NOT NULL,
  icode_period integer NOT NULL,
  compliant_days integer NOT NULL,
  best30 integer NOT NULL,
  minutes integer NOT NULL,
  pressure numeric(4,1),
  p95 numeric(4,1),
  ahi numeric(4,1) NOT NULL,
  sni numeric(4,1) NOT NULL,
  leak integer NOT NULL,
  saturated text[] NOT NULL DEFAULT '{}'::text[],
  submitted_by_id integer,
  submitted_by_name text,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  visible_org_ids integer[] NOT NULL DEFAULT '{}'::integer[],
  read_by text,
  read_how text,
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT icode_reports_pkey PRIMARY KEY (id),
  CONSTRAINT icode_reports_machine_org_id_machine_id_fkey FOREIGN KEY (machine_org_id, machine_id) REFERENCES machines(org_id, id),
  CONSTRAINT icode_reports_org_id_fkey FOREIGN KEY (org_id) REFERENCES organizations(id),
  CONSTRAINT icode_reports_org_id_patient_id_fkey FOREIGN KEY (org_id, patient_id) REFERENCES patients(org_id, id),
  CONSTRAINT icode_reports_check CHECK (machine_id IS NULL OR machine_org_id IS NOT NULL),
  CONSTRAINT icode_reports_read_by_check CHECK (read_by = ANY (ARRAY['patient'::text, 'caregiver'::text, 'staff'::text])),
  CONSTRAINT icode_reports_read_how_check CHECK (read_how = ANY (ARRAY['phone'::text, 'visit'::text, 'screen'::text]))
);

CREATE INDEX icode_reports_collected ON icode_reports USING btree (collected, id);
CREATE INDEX icode_reports_created ON icode_reports USING btree (created_at, id);
CREATE INDEX icode_reports_of_one_day ON icode_reports USING btree (machine_id, patient_id) WHERE icode_period = 1;
CREATE UNIQUE INDEX icode_reports_once ON icode_reports USING btree (org_id, COALESCE(patient_id, - submitted_by_id, 0), serial, collected, code);
CREATE INDEX icode_reports_organization ON icode_reports USING btree (org_id, created_at, id);
CREATE INDEX icode_reports_patient ON icode_reports USING btree (patient_id, created_at DESC);
CREATE INDEX icode_reports_search ON icode_reports USING gin (serial gin_trgm_ops);
CREATE INDEX icode_reports_serial ON icode_reports USING btree (serial, created_at DESC);
CREATE INDEX icode_reports_submitter ON icode_reports USING btree (submitted_by_id, created_at, id);
CREATE INDEX icode_reports_visible ON icode_reports USING gin (visible_org_ids);

CREATE TRIGGER icode_reports_added_with BEFORE INSERT ON icode_reports FOR EACH STATEMENT
  EXECUTE FUNCTION needs_permission('upload.device.icode');
CREATE TRIGGER icode_reports_calls AFTER INSERT OR DELETE OR UPDATE OF patient_id, serial, collected, icode_period, compliant_days, best30, minutes ON icode_reports FOR EACH ROW
  EXECUTE FUNCTION calls_changed();
CREATE TRIGGER icode_reports_judged AFTER INSERT ON icode_reports FOR EACH ROW WHEN (new.patient_id IS NOT NULL AND new.machine_id IS NOT NULL)
  EXECUTE FUNCTION icode_report_judged();
CREATE TRIGGER icode_reports_night AFTER INSERT ON icode_reports FOR EACH ROW WHEN (new.icode_period = 1 AND new.patient_id IS NOT NULL AND new.machine_id IS NOT NULL)
  EXECUTE FUNCTION icode_report_night();
CREATE TRIGGER icode_reports_visible_orgs BEFORE INSERT OR UPDATE OF org_id, patient_id, visible_org_ids ON icode_reports FOR EACH ROW
  EXECUTE FUNCTION icode_report_visible_orgs();
CREATE TRIGGER icode_reports_when_updated BEFORE UPDATE ON icode_reports FOR EACH ROW WHEN (old.visible_org_ids <> new.visible_org_ids)
  EXECUTE FUNCTION row_updated();
CREATE TRIGGER noted_added AFTER INSERT ON icode_reports REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION shared_rows_noted('ICodeReport');
CREATE TRIGGER noted_deleted AFTER DELETE ON icode_reports REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION shared_rows_noted('ICodeReport');
CREATE TRIGGER noted_updated AFTER UPDATE ON icode_reports FOR EACH ROW WHEN (old.visible_org_ids <> new.visible_org_ids)
  EXECUTE FUNCTION shared_row_noted('ICodeReport');

CREATE FUNCTION icode_report_judged()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if to_regclass('pgboss.queue') is null or not exists (select from pgboss.queue where name = 'judge-codes') then return null; end if;
  perform add_job('judge-codes', jsonb_build_object('machineId', new.machine_id, 'patientId', new.patient_id), new.machine_id || '-' || new.patient_id, null);
  return null;
end $function$;
ALTER FUNCTION icode_report_judged() OWNER TO airlog_jobs;
REVOKE EXECUTE ON FUNCTION icode_report_judged() FROM PUBLIC;
CREATE FUNCTION icode_report_night()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  evening date := new.collected - 1;
  used int := case new.compliant_days when 0 then least(new.minutes, 239) else new.minutes end;
begin
  if exists (select from device_history h where h.machine_id = new.machine_id and h.patient_id <> new.patient_id
               and h.start_date <= evening and (h.end_date is null or evening < h.end_date)) then return null; end if;
  if exists (select from machines m where m.id = new.machine_id and m.handed_over)
    and not evening <@ patient_machine_days(new.machine_id, new.patient_id) then return null; end if;
  insert into usage_nights as n (machine_org_id, machine_id, night, source, minutes, ahi, pressure, p95, sni, arrived_at)
  select new.machine_org_id, new.machine_id, evening, 'qr', used, m.ahi, m.pressure, m.p95, m.sni, new.created_at
    from (select 1) one left join (select new.ahi, new.pressure, new.p95, new.sni) m on new.minutes > 0
  on conflict (machine_id, night, source) do update
     set (minutes, ahi, pressure, p95, sni) = row(excluded.minutes, excluded.ahi, excluded.pressure, excluded.p95, excluded.sni)
   where coalesce(n.patient_id, (select r.patient_id from usage_night_returns r where r.night_id = n.id and r.usage_date = evening), new.patient_id) = new.patient_id;
  return null;
end $function$;
ALTER FUNCTION icode_report_night() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION icode_report_night() FROM PUBLIC;
CREATE FUNCTION icode_report_visible_orgs()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  -- The lock: a concurrent change of the patient waits and then finds this report.
  select p.visible_org_ids into new.visible_org_ids from patients p where p.id = new.patient_id for share;
  new.visible_org_ids := coalesce(new.visible_org_ids, array[new.org_id]);
  return new;
end $function$;
ALTER FUNCTION icode_report_visible_orgs() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION icode_report_visible_orgs() FROM PUBLIC;

ALTER TABLE icode_reports ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY acting ON icode_reports AS RESTRICTIVE FOR ALL TO airlog_acting
  USING (visible_org_ids @> ARRAY[ctx_acting()]);
CREATE POLICY definer ON icode_reports FOR ALL TO airlog_definer USING (true) WITH CHECK (true);
CREATE POLICY jobs ON icode_reports FOR SELECT TO airlog_jobs USING (true);
CREATE POLICY location ON icode_reports AS RESTRICTIVE FOR ALL TO airlog_limited
  USING (CASE WHEN patient_id IS NULL THEN submitted_by_id = ctx_user() ELSE (EXISTS ( SELECT FROM patients p WHERE p.id = icode_reports.patient_id)) END);
CREATE POLICY support ON icode_reports FOR ALL TO airlog_support USING (true) WITH CHECK (true);
CREATE POLICY visible ON icode_reports FOR SELECT TO airlog_org USING (visible_org_ids @> ARRAY[ctx_org()]);
CREATE POLICY visible_insert ON icode_reports FOR INSERT TO airlog_org WITH CHECK (visible_org_ids @> ARRAY[ctx_org()]);

GRANT SELECT ON icode_reports TO airlog_definer, airlog_jobs, airlog_org, airlog_support;
GRANT INSERT ON icode_reports TO airlog_org, airlog_support;
GRANT UPDATE ON icode_reports TO airlog_definer;

-- -------------------- inbox_items

CREATE TABLE inbox_items (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  org_id integer NOT NULL,
  user_id integer NOT NULL,
  kind text NOT NULL,
  message_id integer,
  patient_org_id integer,
  patient_id integer,
  history_id integer,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  read_at timestamp with time zone,
  hand_off_id integer,
  repaired integer,
  CONSTRAINT inbox_items_pkey PRIMARY KEY (user_id, id),
  CONSTRAINT inbox_items_org_id_hand_off_id_fkey FOREIGN KEY (org_id, hand_off_id) REFERENCES hand_offs(org_id, id) ON DELETE CASCADE,
  CONSTRAINT inbox_items_org_id_message_id_fkey FOREIGN KEY (org_id, message_id) REFERENCES org_messages(org_id, id) ON DELETE CASCADE,
  CONSTRAINT inbox_items_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE,
  CONSTRAINT inbox_items_patient_org_id_patient_id_fkey FOREIGN KEY (patient_org_id, patient_id) REFERENCES patients(org_id, id) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT inbox_items_patient_org_id_patient_id_history_id_fkey FOREIGN KEY (patient_org_id, patient_id, history_id) REFERENCES device_history(org_id, patient_id, id) ON DELETE CASCADE,
  CONSTRAINT inbox_items_check CHECK ((kind = 'message'::text) = (message_id IS NOT NULL)),
  CONSTRAINT inbox_items_check1 CHECK (num_nonnulls(patient_org_id, patient_id) = CASE WHEN kind = ANY (ARRAY['settings-delivered'::text, 'settings-failed'::text, 'patient-declined'::text, 'patient-assigned-again'::text]) THEN 2 ELSE 0 END AND (history_id IS NOT NULL) = (kind = ANY (ARRAY['settings-delivered'::text, 'settings-failed'::text]))),
  CONSTRAINT inbox_items_hand_off_check CHECK ((kind = ANY (ARRAY['hand-off-asked'::text, 'hand-off-answered'::text, 'hand-off-message'::text])) = (hand_off_id IS NOT NULL)),
  CONSTRAINT inbox_items_kind_check CHECK (kind = ANY (ARRAY['message'::text, 'settings-delivered'::text, 'settings-failed'::text, 'hand-off-asked'::text, 'hand-off-answered'::text, 'hand-off-message'::text, 'figures-repaired'::text, 'patient-declined'::text, 'patient-assigned-again'::text])),
  CONSTRAINT inbox_items_repaired_check CHECK ((kind = 'figures-repaired'::text) = (repaired IS NOT NULL))
);

CREATE INDEX inbox_items_created ON inbox_items USING btree (created_at);
CREATE INDEX inbox_items_hand_off ON inbox_items USING btree (org_id, hand_off_id) WHERE hand_off_id IS NOT NULL;
CREATE INDEX inbox_items_history ON inbox_items USING btree (history_id) WHERE history_id IS NOT NULL;
CREATE INDEX inbox_items_message ON inbox_items USING btree (org_id, message_id) WHERE message_id IS NOT NULL;
CREATE INDEX inbox_items_patient ON inbox_items USING btree (patient_org_id, patient_id) WHERE patient_id IS NOT NULL;
CREATE INDEX inbox_items_unread ON inbox_items USING btree (org_id, user_id) WHERE read_at IS NULL;
CREATE INDEX inbox_items_user ON inbox_items USING btree (org_id, user_id, id DESC);

CREATE TRIGGER inbox_items_added AFTER INSERT ON inbox_items FOR EACH ROW EXECUTE FUNCTION inbox_items_added();

CREATE FUNCTION inbox_items_added()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform pg_notify('airlog', json_build_object('topic', 'inbox.changed', 'data', json_build_object('userId', new.user_id, 'itemId', new.id))::text);
  return null;
end $function$;
ALTER FUNCTION inbox_items_added() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION inbox_items_added() FROM PUBLIC;

ALTER TABLE inbox_items ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY auth ON inbox_items FOR ALL TO airlog_auth USING (true);
CREATE POLICY definer ON inbox_items FOR INSERT TO airlog_definer WITH CHECK (true);
CREATE POLICY own_user ON inbox_items FOR ALL TO airlog_org USING (org_id = ctx_org() AND user_id = ctx_user());
CREATE POLICY own_user_support ON inbox_items FOR ALL TO airlog_support
  USING (org_id = ctx_org() AND user_id = ctx_user());

GRANT SELECT ON inbox_items TO airlog_auth, airlog_org, airlog_support;
GRANT INSERT ON inbox_items TO airlog_definer;
GRANT UPDATE (read_at) ON inbox_items TO airlog_org, airlog_support;
GRANT DELETE ON inbox_items TO airlog_auth;

-- -------------------- known_secrets

CREATE TABLE known_secrets (
  kind text NOT NULL,
  id text NOT NULL,
  known_since timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT known_secrets_pkey PRIMARY KEY (kind, id),
  CONSTRAINT known_secrets_id_check CHECK (id ~ '^[0-9a-f]{8}$'::text),
  CONSTRAINT known_secrets_kind_check CHECK (kind = ANY (ARRAY['encryption'::text, 'session'::text]))
);

ALTER TABLE known_secrets ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY auth ON known_secrets FOR SELECT TO airlog_auth USING (true);
CREATE POLICY definer ON known_secrets FOR ALL TO airlog_definer USING (true) WITH CHECK (true);

GRANT SELECT ON known_secrets TO airlog_auth, airlog_definer;
GRANT INSERT ON known_secrets TO airlog_definer;
GRANT DELETE ON known_secrets TO airlog_definer;

-- -------------------- legacy_locations

CREATE TABLE legacy_locations (
  id text NOT NULL,
  name text NOT NULL,
  address1 text,
  address2 text,
  zip text,
  city text,
  state text,
  country text,
  phone text,
  is_child boolean NOT NULL DEFAULT false,
  migrated boolean NOT NULL DEFAULT false,
  has_api_key boolean NOT NULL DEFAULT false,
  name_key text NOT NULL GENERATED ALWAYS AS (plain_text(name)) STORED,
  CONSTRAINT legacy_locations_pkey PRIMARY KEY (id),
  CONSTRAINT legacy_locations_id_check CHECK (length(id) >= 1 AND length(id) <= 64)
);

CREATE UNIQUE INDEX legacy_locations_id ON legacy_locations USING btree (upper(id));
CREATE INDEX legacy_locations_name ON legacy_locations USING gin (name_key gin_trgm_ops);

ALTER TABLE legacy_locations ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY jobs ON legacy_locations FOR SELECT TO airlog_jobs USING (true);

GRANT SELECT ON legacy_locations TO airlog_jobs;

-- -------------------- legacy_patients

CREATE TABLE legacy_patients (
  location_id text NOT NULL,
  id text NOT NULL,
  is_active boolean NOT NULL,
  first_name text,
  last_name text,
  email text,
  assigned_id text,
  birth_date text,
  sex text,
  therapy_start text,
  note text,
  address1 text,
  address2 text,
  city text,
  state text,
  zip text,
  country text,
  phone text,
  mobile_phone text,
  CONSTRAINT legacy_patients_pkey PRIMARY KEY (location_id, id),
  CONSTRAINT legacy_patients_location_id_fkey FOREIGN KEY (location_id) REFERENCES legacy_locations(id),
  CONSTRAINT legacy_patients_id_check CHECK (length(id) >= 1 AND length(id) <= 64)
);

CREATE INDEX legacy_patients_page ON legacy_patients USING btree (location_id, is_active, id);

ALTER TABLE legacy_patients ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY jobs ON legacy_patients FOR SELECT TO airlog_jobs USING (true);

GRANT SELECT ON legacy_patients TO airlog_jobs;

-- -------------------- list_counts

CREATE TABLE list_counts (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  list text NOT NULL,
  org_id integer NOT NULL,
  visible_location_ids integer[] NOT NULL,
  rows bigint NOT NULL,
  CONSTRAINT list_counts_pkey PRIMARY KEY (id),
  CONSTRAINT list_counts_list_check CHECK (list = ANY (ARRAY['patients'::text, 'machines'::text, 'device_history'::text]))
);

CREATE INDEX list_counts_org ON list_counts USING btree (org_id, list) INCLUDE (visible_location_ids, rows);

ALTER TABLE list_counts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY acting ON list_counts AS RESTRICTIVE FOR ALL TO airlog_acting USING (org_id = ctx_acting());
CREATE POLICY definer ON list_counts FOR ALL TO airlog_definer USING (true) WITH CHECK (true);
CREATE POLICY location ON list_counts AS RESTRICTIVE FOR ALL TO airlog_limited
  USING (visible_location_ids && ctx_locations());
CREATE POLICY own ON list_counts FOR SELECT TO airlog_org USING (org_id = ctx_org());
CREATE POLICY support ON list_counts FOR SELECT TO airlog_support USING (true);

GRANT SELECT ON list_counts TO airlog_definer, airlog_org, airlog_support;
GRANT INSERT ON list_counts TO airlog_definer;
GRANT DELETE ON list_counts TO airlog_definer;

-- -------------------- locations

CREATE TABLE locations (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  org_id integer NOT NULL,
  name text NOT NULL,
  address1 text,
  address2 text,
  city text,
  state text,
  zip text,
  country text NOT NULL DEFAULT 'US'::text,
  phone text,
  is_primary boolean NOT NULL DEFAULT false,
  custom_id text,
  dme_id text,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  closed_at timestamp(3) with time zone,
  search_text text NOT NULL GENERATED ALWAYS AS (plain_text(((((name || ' '::text) || COALESCE(custom_id, ''::text)) || ' '::text) || COALESCE(dme_id, ''::text)))) STORED,
  name_key text NOT NULL GENERATED ALWAYS AS (plain_text(name)) STORED,
  version integer NOT NULL DEFAULT 1,
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT locations_pkey PRIMARY KEY (id),
  CONSTRAINT locations_org_id_id_key UNIQUE (org_id, id),
  CONSTRAINT locations_org_id_fkey FOREIGN KEY (org_id) REFERENCES organizations(id),
  CONSTRAINT locations_closed_check CHECK (closed_at IS NULL OR NOT is_primary),
  CONSTRAINT locations_dme_id_check CHECK (length(dme_id) >= 1 AND length(dme_id) <= 64)
);

CREATE UNIQUE INDEX locations_dme ON locations USING btree (dme_id) WHERE dme_id IS NOT NULL;
CREATE INDEX locations_name ON locations USING btree (name_key, id);
CREATE UNIQUE INDEX locations_one_primary ON locations USING btree (org_id) WHERE is_primary;
CREATE INDEX locations_organization_name ON locations USING btree (org_id, name_key, id);
CREATE INDEX locations_search_text ON locations USING gin (search_text gin_trgm_ops);

CREATE TRIGGER locations_first_is_primary BEFORE INSERT ON locations FOR EACH ROW
  EXECUTE FUNCTION first_location_is_primary();
CREATE TRIGGER locations_version BEFORE UPDATE ON locations FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name OR old.address1 IS DISTINCT FROM new.address1 OR old.address2 IS DISTINCT FROM new.address2 OR old.city IS DISTINCT FROM new.city OR old.state IS DISTINCT FROM new.state OR old.zip IS DISTINCT FROM new.zip OR old.country IS DISTINCT FROM new.country OR old.phone IS DISTINCT FROM new.phone OR old.custom_id IS DISTINCT FROM new.custom_id)
  EXECUTE FUNCTION row_version();
CREATE TRIGGER locations_when_updated BEFORE UPDATE ON locations FOR EACH ROW WHEN (old.version IS DISTINCT FROM new.version OR old.is_primary IS DISTINCT FROM new.is_primary OR old.closed_at IS DISTINCT FROM new.closed_at OR old.dme_id IS DISTINCT FROM new.dme_id)
  EXECUTE FUNCTION row_updated();
CREATE TRIGGER locations_written_by_staff BEFORE INSERT OR UPDATE ON locations FOR EACH ROW
  EXECUTE FUNCTION place_written_by_staff();
CREATE TRIGGER noted AFTER INSERT OR DELETE ON locations FOR EACH ROW EXECUTE FUNCTION own_row_noted('Location');
CREATE TRIGGER noted_updated AFTER UPDATE ON locations FOR EACH ROW WHEN (old.version IS DISTINCT FROM new.version OR old.is_primary IS DISTINCT FROM new.is_primary OR old.closed_at IS DISTINCT FROM new.closed_at OR old.dme_id IS DISTINCT FROM new.dme_id)
  EXECUTE FUNCTION own_row_noted('Location');

CREATE FUNCTION first_location_is_primary()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if current_setting('role') in ('airlog_org', 'airlog_support', 'airlog_acting')
    and not exists (select from locations l where l.org_id = new.org_id) then new.is_primary := true; end if;
  return new;
end $function$;
ALTER FUNCTION first_location_is_primary() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION first_location_is_primary() FROM PUBLIC;

ALTER TABLE locations ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY acting ON locations AS RESTRICTIVE FOR ALL TO airlog_acting USING (org_id = ctx_acting());
CREATE POLICY auth ON locations FOR ALL TO airlog_auth USING (true) WITH CHECK (true);
CREATE POLICY definer ON locations FOR ALL TO airlog_definer USING (true) WITH CHECK (true);
CREATE POLICY own ON locations FOR SELECT TO airlog_org USING (org_id = ctx_org());
CREATE POLICY own_insert ON locations FOR INSERT TO airlog_org WITH CHECK (org_id = ctx_org());
CREATE POLICY own_update ON locations FOR UPDATE TO airlog_org USING (org_id = ctx_org());
CREATE POLICY support ON locations FOR ALL TO airlog_support USING (true) WITH CHECK (true);

GRANT SELECT ON locations TO airlog_auth, airlog_definer, airlog_org, airlog_support;
GRANT INSERT (org_id, name, address1, address2, city, state, zip, country, phone, custom_id)
  ON locations TO airlog_org, airlog_support;
GRANT UPDATE (is_primary, dme_id, closed_at) ON locations TO airlog_definer;
GRANT UPDATE (name, address1, address2, city, state, zip, country, phone, custom_id, closed_at)
  ON locations TO airlog_org, airlog_support;

-- -------------------- logins

CREATE TABLE logins (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  org_id integer NOT NULL,
  user_id integer NOT NULL,
  session_hash bytea NOT NULL,
  ip text,
  user_agent text,
  login_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  logout_at timestamp with time zone,
  CONSTRAINT logins_pkey PRIMARY KEY (id),
  CONSTRAINT logins_session_hash_key UNIQUE (session_hash),
  CONSTRAINT logins_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE
);

CREATE INDEX logins_ended ON logins USING btree (logout_at) WHERE logout_at IS NOT NULL;
CREATE INDEX logins_org ON logins USING btree (org_id, user_id);
CREATE INDEX logins_user ON logins USING btree (user_id, login_at, id);

ALTER TABLE logins ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY acting ON logins AS RESTRICTIVE FOR ALL TO airlog_acting
  USING ((EXISTS ( SELECT FROM user_accounts a WHERE a.id = logins.user_id)));
CREATE POLICY auth ON logins FOR SELECT TO airlog_auth USING (true);
CREATE POLICY definer ON logins FOR ALL TO airlog_definer USING (true) WITH CHECK (true);
CREATE POLICY jobs ON logins FOR SELECT TO airlog_jobs USING (true);
CREATE POLICY location ON logins AS RESTRICTIVE FOR SELECT TO airlog_limited
  USING ((EXISTS ( SELECT FROM user_accounts a WHERE a.id = logins.user_id)));
CREATE POLICY own ON logins FOR SELECT TO airlog_org
  USING (org_id = ctx_org() AND CASE WHEN user_id = ctx_user() THEN true ELSE ( SELECT ctx_may('view.user'::text) AS ctx_may) END);
CREATE POLICY support ON logins FOR SELECT TO airlog_support USING (true);

GRANT SELECT ON logins TO airlog_auth, airlog_definer, airlog_jobs;
GRANT SELECT (id, org_id, user_id, ip, user_agent, login_at, logout_at) ON logins TO airlog_org, airlog_support;
GRANT INSERT ON logins TO airlog_definer;
GRANT UPDATE ON logins TO airlog_definer;

-- -------------------- machine_models

CREATE TABLE machine_models (
  id integer NOT NULL,
  name text NOT NULL,
  kind text NOT NULL,
  image text NOT NULL,
  CONSTRAINT machine_models_pkey PRIMARY KEY (id),
  CONSTRAINT machine_models_name_key UNIQUE (name),
  CONSTRAINT machine_models_kind_check CHECK (kind = ANY (ARRAY['cpap'::text, 'bilevel'::text, 'ventilator'::text]))
);

GRANT SELECT ON machine_models TO airlog_auth, airlog_device, airlog_jobs, airlog_org, airlog_support;

-- -------------------- machines

CREATE TABLE machines (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  org_id integer NOT NULL,
  location_id integer,
  guid uuid NOT NULL DEFAULT gen_random_uuid(),
  serial text NOT NULL,
  model_id integer NOT NULL,
  pin_cipher text,
  simulated boolean NOT NULL DEFAULT false,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  visible_org_ids integer[] NOT NULL DEFAULT '{}'::integer[],
  visible_location_ids integer[] NOT NULL DEFAULT '{}'::integer[],
  serial_pairs text NOT NULL GENERATED ALWAYS AS (letter_pairs(serial)) STORED,
  handed_over boolean NOT NULL DEFAULT false,
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT machines_pkey PRIMARY KEY (id),
  CONSTRAINT machines_guid_key UNIQUE (guid),
  CONSTRAINT machines_org_id_id_key UNIQUE (org_id, id),
  CONSTRAINT machines_serial_key UNIQUE (serial),
  CONSTRAINT machines_model_id_fkey FOREIGN KEY (model_id) REFERENCES machine_models(id),
  CONSTRAINT machines_org_id_fkey FOREIGN KEY (org_id) REFERENCES organizations(id),
  CONSTRAINT machines_org_id_location_id_fkey FOREIGN KEY (org_id, location_id) REFERENCES locations(org_id, id),
  CONSTRAINT machines_serial_check CHECK (serial ~ '^[0-9A-Z]{6,20}$'::text)
);

CREATE INDEX machines_location ON machines USING btree (org_id, location_id, id);
CREATE INDEX machines_model ON machines USING btree (model_id, id);
CREATE INDEX machines_page ON machines USING btree (id) INCLUDE (visible_org_ids, visible_location_ids);
CREATE INDEX machines_place ON machines USING gin (visible_location_ids);
CREATE INDEX machines_serial ON machines USING btree (serial, id) INCLUDE (visible_org_ids, visible_location_ids);
CREATE INDEX machines_serial_pairs ON machines USING gin (serial_pairs gin_trgm_ops);
CREATE INDEX machines_serial_search ON machines USING gin (serial gin_trgm_ops);
CREATE INDEX machines_updated ON machines USING btree (updated_at, id) INCLUDE (visible_org_ids, visible_location_ids);
CREATE INDEX machines_visible ON machines USING gin (visible_org_ids);
CREATE INDEX machines_without_pin ON machines USING btree (id) INCLUDE (visible_org_ids, visible_location_ids) WHERE pin_cipher IS NULL;

CREATE TRIGGER list_rows_added AFTER INSERT ON machines REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION list_rows_changed();
CREATE TRIGGER list_rows_deleted AFTER DELETE ON machines REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION list_rows_changed();
CREATE TRIGGER list_rows_shared AFTER UPDATE ON machines FOR EACH ROW WHEN (old.visible_org_ids IS DISTINCT FROM new.visible_org_ids OR old.visible_location_ids IS DISTINCT FROM new.visible_location_ids)
  EXECUTE FUNCTION list_rows_shared();
CREATE TRIGGER machine_device_index AFTER UPDATE OF serial, model_id ON machines FOR EACH ROW WHEN (old.serial IS DISTINCT FROM new.serial OR old.model_id IS DISTINCT FROM new.model_id)
  EXECUTE FUNCTION machine_device_index();
CREATE TRIGGER machines_location_open BEFORE INSERT OR UPDATE OF location_id ON machines FOR EACH ROW
  EXECUTE FUNCTION refuse_closed_location();
CREATE TRIGGER machines_pin_added BEFORE UPDATE OF pin_cipher ON machines FOR EACH ROW
  EXECUTE FUNCTION machine_pin_added();
CREATE TRIGGER machines_pin_with BEFORE UPDATE OF pin_cipher ON machines FOR EACH STATEMENT
  EXECUTE FUNCTION needs_permission('update.device.pin', 'create.device', 'update.device');
CREATE TRIGGER machines_visible_orgs BEFORE INSERT OR UPDATE OF org_id, location_id, visible_org_ids, visible_location_ids ON machines FOR EACH ROW
  EXECUTE FUNCTION machine_visible_orgs();
CREATE TRIGGER machines_when_updated BEFORE UPDATE ON machines FOR EACH ROW WHEN (old.org_id IS DISTINCT FROM new.org_id OR old.location_id IS DISTINCT FROM new.location_id OR old.serial IS DISTINCT FROM new.serial OR old.model_id IS DISTINCT FROM new.model_id OR old.pin_cipher IS DISTINCT FROM new.pin_cipher OR old.visible_org_ids IS DISTINCT FROM new.visible_org_ids)
  EXECUTE FUNCTION row_updated();
CREATE TRIGGER noted_added AFTER INSERT ON machines REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION shared_rows_noted('Machine');
CREATE TRIGGER noted_deleted AFTER DELETE ON machines REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION shared_rows_noted('Machine');
CREATE TRIGGER noted_updated AFTER UPDATE ON machines FOR EACH ROW WHEN (old.org_id IS DISTINCT FROM new.org_id OR old.location_id IS DISTINCT FROM new.location_id OR old.serial IS DISTINCT FROM new.serial OR old.model_id IS DISTINCT FROM new.model_id OR old.pin_cipher IS DISTINCT FROM new.pin_cipher OR old.visible_org_ids IS DISTINCT FROM new.visible_org_ids)
  EXECUTE FUNCTION shared_row_noted('Machine');

CREATE FUNCTION machine_device_index()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform refresh_device_index(array(select h.id from device_history h where h.machine_id = new.id order by h.id));
  return null;
end $function$;
ALTER FUNCTION machine_device_index() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION machine_device_index() FROM PUBLIC;
CREATE FUNCTION machine_pin_added()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if is_staff() and (old.pin_cipher is not null or new.pin_cipher is null) then
    perform refuse('A PIN is added where it is missing, and never replaced or removed.');
  end if;
  return new;
end $function$;
CREATE FUNCTION machine_visible_orgs()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  -- An owner change or a direct write never widens visibility: the values are always derived.
  select array_agg(distinct o order by o) into new.visible_org_ids from (
    select new.org_id as o
    union select unnest(p.visible_org_ids) from device_history h join patients p on p.id = h.patient_id where h.machine_id = new.id
    union select h.org_id from hand_offs h where h.machine_id = new.id and h.side = 'asker' and h.state = 'accepted'
  ) seen;
  select coalesce(array_agg(distinct l order by l) filter (where l is not null), '{}') into new.visible_location_ids from (
    select new.location_id as l
    union select p.location_id from device_history h join patients p on p.id = h.patient_id where h.machine_id = new.id
  ) seen;
  new.handed_over := exists (select from hand_offs h where h.machine_id = new.id and h.side = 'asker' and h.state = 'accepted');
  return new;
end $function$;
ALTER FUNCTION machine_visible_orgs() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION machine_visible_orgs() FROM PUBLIC;

ALTER TABLE machines ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY acting ON machines AS RESTRICTIVE FOR ALL TO airlog_acting USING (visible_org_ids @> ARRAY[ctx_acting()]);
CREATE POLICY definer ON machines FOR ALL TO airlog_definer USING (true) WITH CHECK (true);
CREATE POLICY device ON machines FOR SELECT TO airlog_device USING (id = ctx_machine());
CREATE POLICY jobs ON machines FOR SELECT TO airlog_jobs USING (true);
CREATE POLICY location ON machines AS RESTRICTIVE FOR ALL TO airlog_limited
  USING (visible_location_ids && ctx_locations());
CREATE POLICY support ON machines FOR ALL TO airlog_support USING (true) WITH CHECK (true);
CREATE POLICY visible ON machines FOR SELECT TO airlog_org USING (visible_org_ids @> ARRAY[ctx_org()]);
CREATE POLICY visible_update ON machines FOR UPDATE TO airlog_org USING (visible_org_ids @> ARRAY[ctx_org()]);

GRANT SELECT ON machines TO airlog_definer, airlog_device, airlog_jobs, airlog_org, airlog_support;
GRANT UPDATE ON machines TO airlog_definer;
GRANT UPDATE (pin_cipher) ON machines TO airlog_org, airlog_support;

-- -------------------- mails

CREATE TABLE mails (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  org_id integer NOT NULL,
  user_id integer NOT NULL,
  template text NOT NULL,
  email text NOT NULL,
  locale text NOT NULL,
  state text NOT NULL DEFAULT 'queued'::text,
  attempts integer NOT NULL DEFAULT 0,
  claimed_until timestamp with time zone,
  link_id uuid,
  link_cipher text,
  failure text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  ended_at timestamp with time zone,
  facts jsonb,
  CONSTRAINT mails_pkey PRIMARY KEY (id),
  CONSTRAINT mails_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE,
  CONSTRAINT mails_locale_check CHECK (locale = ANY (ARRAY['en'::text, 'es'::text])),
  CONSTRAINT mails_state_check CHECK (state = ANY (ARRAY['queued'::text, 'sent'::text, 'failed'::text, 'suppressed'::text]))
);

CREATE INDEX mails_created ON mails USING btree (created_at);
CREATE INDEX mails_queued ON mails USING btree (user_id, template) WHERE state = 'queued'::text;
CREATE INDEX mails_user ON mails USING btree (org_id, user_id, id);

CREATE TRIGGER mails_of_persons BEFORE INSERT ON mails FOR EACH ROW EXECUTE FUNCTION refuse_service_account();

ALTER TABLE mails ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY auth ON mails FOR ALL TO airlog_auth USING (true) WITH CHECK (true);
CREATE POLICY definer ON mails FOR ALL TO airlog_definer USING (true) WITH CHECK (true);

GRANT SELECT ON mails TO airlog_auth, airlog_definer;
GRANT INSERT ON mails TO airlog_definer;
GRANT UPDATE ON mails TO airlog_auth, airlog_definer;
GRANT DELETE ON mails TO airlog_auth;

-- -------------------- migrations

CREATE TABLE migrations (
  name text NOT NULL,
  checksum text NOT NULL,
  applied_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT migrations_pkey PRIMARY KEY (name)
);

GRANT SELECT ON migrations TO airlog_auth;

-- -------------------- mobile_users

CREATE TABLE mobile_users (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  org_id integer NOT NULL,
  patient_id integer NOT NULL,
  email text NOT NULL,
  platform text NOT NULL,
  active boolean NOT NULL DEFAULT true,
  registered_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  last_seen_at timestamp(3) with time zone,
  visible_org_ids integer[] NOT NULL DEFAULT '{}'::integer[],
  location_id integer,
  search_text text NOT NULL GENERATED ALWAYS AS (plain_text(email)) STORED,
  version integer NOT NULL DEFAULT 1,
  recent_changes jsonb NOT NULL DEFAULT '{}'::jsonb,
  CONSTRAINT mobile_users_pkey PRIMARY KEY (id),
  CONSTRAINT mobile_users_org_id_id_key UNIQUE (org_id, id),
  CONSTRAINT mobile_users_org_id_patient_id_fkey FOREIGN KEY (org_id, patient_id) REFERENCES patients(org_id, id) ON DELETE CASCADE,
  CONSTRAINT mobile_users_email_check CHECK (length(email) >= 3 AND length(email) <= 255),
  CONSTRAINT mobile_users_platform_check CHECK (platform = ANY (ARRAY['ios'::text, 'android'::text]))
);

CREATE INDEX mobile_users_active ON mobile_users USING btree (active, email, id) INCLUDE (visible_org_ids, location_id);
CREATE UNIQUE INDEX mobile_users_email ON mobile_users USING btree (lower(email));
CREATE INDEX mobile_users_email_order ON mobile_users USING btree (email, id) INCLUDE (visible_org_ids, location_id);
CREATE INDEX mobile_users_of_patient ON mobile_users USING btree (patient_id);
CREATE INDEX mobile_users_page ON mobile_users USING btree (id) INCLUDE (visible_org_ids, location_id);
CREATE INDEX mobile_users_patient ON mobile_users USING btree (org_id, patient_id);
CREATE INDEX mobile_users_place ON mobile_users USING btree (location_id, id) INCLUDE (visible_org_ids);
CREATE INDEX mobile_users_platform ON mobile_users USING btree (platform, email, id) INCLUDE (visible_org_ids, location_id);
CREATE INDEX mobile_users_registered ON mobile_users USING btree (registered_at, id) INCLUDE (visible_org_ids, location_id);
CREATE INDEX mobile_users_search ON mobile_users USING gin (search_text gin_trgm_ops);
CREATE INDEX mobile_users_seen ON mobile_users USING btree (last_seen_at NULLS FIRST, id) INCLUDE (visible_org_ids, location_id);
CREATE INDEX mobile_users_visible ON mobile_users USING gin (visible_org_ids);

CREATE TRIGGER mobile_users_recent_changes BEFORE UPDATE OF active ON mobile_users FOR EACH ROW
  EXECUTE FUNCTION keep_recent_changes('active');
CREATE TRIGGER mobile_users_version BEFORE UPDATE ON mobile_users FOR EACH ROW WHEN (old.active IS DISTINCT FROM new.active)
  EXECUTE FUNCTION row_version();
CREATE TRIGGER mobile_users_visible_orgs BEFORE INSERT OR UPDATE OF patient_id, visible_org_ids, location_id ON mobile_users FOR EACH ROW
  EXECUTE FUNCTION mobile_user_visible_orgs();
CREATE TRIGGER mobile_users_written_by_staff BEFORE UPDATE ON mobile_users FOR EACH ROW
  EXECUTE FUNCTION mobile_user_written_by_staff();

CREATE FUNCTION mobile_user_visible_orgs()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  select p.visible_org_ids, p.location_id into new.visible_org_ids, new.location_id from patients p where p.id = new.patient_id for share;
  return new;
end $function$;
ALTER FUNCTION mobile_user_visible_orgs() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION mobile_user_visible_orgs() FROM PUBLIC;
CREATE FUNCTION mobile_user_written_by_staff()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not is_staff() then return new; end if;
  if not ctx_may('update.mobile_user') then perform refuse('Not permitted: update.mobile_user'); end if;
  -- A partner that sees the patient reads the account.
  if is_staff_of_an_organization() and new.org_id is distinct from ctx_org() then
    perform refuse('The account of a patient is changed by the organization of the patient.');
  end if;
  return new;
end $function$;

ALTER TABLE mobile_users ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY acting ON mobile_users AS RESTRICTIVE FOR ALL TO airlog_acting
  USING (visible_org_ids @> ARRAY[ctx_acting()]);
CREATE POLICY definer ON mobile_users FOR ALL TO airlog_definer USING (true) WITH CHECK (true);
CREATE POLICY location ON mobile_users AS RESTRICTIVE FOR ALL TO airlog_limited
  USING (location_id = ANY (ctx_locations()));
CREATE POLICY support ON mobile_users FOR ALL TO airlog_support USING (true) WITH CHECK (true);
CREATE POLICY visible ON mobile_users FOR ALL TO airlog_org USING (visible_org_ids @> ARRAY[ctx_org()]);

GRANT SELECT ON mobile_users TO airlog_definer, airlog_org, airlog_support;
GRANT UPDATE (active) ON mobile_users TO airlog_org, airlog_support;
GRANT UPDATE (visible_org_ids, location_id) ON mobile_users TO airlog_definer;

-- -------------------- modules

CREATE TABLE modules (
  org_id integer NOT NULL,
  machine_id integer NOT NULL,
  serial text NOT NULL,
  version text,
  type text,
  iccid text,
  last_connected_at timestamp with time zone,
  CONSTRAINT modules_pkey PRIMARY KEY (machine_id),
  CONSTRAINT modules_iccid_key UNIQUE (iccid),
  CONSTRAINT modules_org_id_machine_id_fkey FOREIGN KEY (org_id, machine_id) REFERENCES machines(org_id, id) ON DELETE CASCADE
);

CREATE INDEX modules_last_connected ON modules USING btree (last_connected_at);

CREATE TRIGGER module_states AFTER INSERT OR DELETE OR UPDATE OF last_connected_at ON modules FOR EACH ROW
  EXECUTE FUNCTION module_states();

CREATE FUNCTION module_states()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare machine int := coalesce(new.machine_id, old.machine_id);
begin
  if tg_op <> 'UPDATE' then
    perform from machines m where m.id = machine for share;
  end if;
  update device_states s set heard_at = case when tg_op <> 'DELETE' then coalesce(new.last_connected_at, '-infinity') end
   where s.machine_id = machine and s.active_since is not null;
  return null;
end $function$;
ALTER FUNCTION module_states() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION module_states() FROM PUBLIC;

ALTER TABLE modules ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY acting ON modules AS RESTRICTIVE FOR ALL TO airlog_acting
  USING ((EXISTS ( SELECT FROM machines m WHERE m.id = modules.machine_id AND CASE WHEN m.handed_over THEN ctx_has_machine(m.id) ELSE true END)));
CREATE POLICY child ON modules FOR ALL TO airlog_org
  USING ((EXISTS ( SELECT FROM machines m WHERE m.id = modules.machine_id AND CASE WHEN m.handed_over THEN ctx_has_machine(m.id) ELSE true END)));
CREATE POLICY definer ON modules FOR ALL TO airlog_definer USING (true) WITH CHECK (true);
CREATE POLICY device ON modules FOR SELECT TO airlog_device
  USING ((EXISTS ( SELECT FROM machines m WHERE m.id = modules.machine_id)));
CREATE POLICY jobs ON modules FOR SELECT TO airlog_jobs USING (true);
CREATE POLICY support ON modules FOR ALL TO airlog_support USING (true) WITH CHECK (true);

GRANT SELECT ON modules TO airlog_definer, airlog_device, airlog_jobs, airlog_org, airlog_support;
GRANT UPDATE (last_connected_at) ON modules TO airlog_definer;

-- -------------------- night_voids

CREATE TABLE night_voids (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  night_id bigint NOT NULL,
  state_before smallint NOT NULL,
  reason text NOT NULL,
  actor_user_id integer NOT NULL,
  email text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  given_back_by integer,
  given_back_email text,
  given_back_at timestamp with time zone,
  CONSTRAINT night_voids_pkey PRIMARY KEY (id),
  CONSTRAINT night_voids_check CHECK ((given_back_at IS NULL) = (given_back_by IS NULL) AND (given_back_at IS NULL) = (given_back_email IS NULL)),
  CONSTRAINT night_voids_reason_check CHECK (length(reason) >= 1 AND length(reason) <= 1000),
  CONSTRAINT night_voids_state_before_check CHECK (state_before <> 9)
);

CREATE INDEX night_voids_night ON night_voids USING btree (night_id, created_at);
CREATE UNIQUE INDEX night_voids_open ON night_voids USING btree (night_id) WHERE given_back_at IS NULL;

ALTER TABLE night_voids ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY acting ON night_voids AS RESTRICTIVE FOR ALL TO airlog_acting
  USING ((EXISTS ( SELECT FROM usage_nights n WHERE n.id = night_voids.night_id)));
CREATE POLICY child ON night_voids FOR SELECT TO airlog_org
  USING ((EXISTS ( SELECT FROM usage_nights n WHERE n.id = night_voids.night_id)));
CREATE POLICY definer ON night_voids FOR ALL TO airlog_definer USING (true) WITH CHECK (true);
CREATE POLICY support ON night_voids FOR SELECT TO airlog_support USING (true);

GRANT SELECT ON night_voids TO airlog_definer, airlog_org, airlog_support;
GRANT INSERT ON night_voids TO airlog_definer;
GRANT UPDATE (given_back_by, given_back_email, given_back_at) ON night_voids TO airlog_definer;

-- -------------------- nodes

CREATE TABLE nodes (
  id uuid NOT NULL,
  host text NOT NULL,
  version text NOT NULL,
  migration text NOT NULL,
  started_at timestamp with time zone NOT NULL,
  seen_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT nodes_pkey PRIMARY KEY (id),
  CONSTRAINT nodes_host_check CHECK (length(host) <= 255),
  CONSTRAINT nodes_migration_check CHECK (length(migration) <= 255),
  CONSTRAINT nodes_version_check CHECK (length(version) <= 255)
);

ALTER TABLE nodes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY definer ON nodes FOR SELECT TO airlog_definer USING (true);
CREATE POLICY jobs ON nodes FOR ALL TO airlog_jobs USING (true) WITH CHECK (true);

GRANT SELECT ON nodes TO airlog_definer, airlog_jobs;
GRANT INSERT (id, host, version, migration, started_at) ON nodes TO airlog_jobs;
GRANT UPDATE (seen_at) ON nodes TO airlog_jobs;
GRANT DELETE ON nodes TO airlog_jobs;

-- -------------------- org_group_locations

CREATE TABLE org_group_locations (
  org_id integer NOT NULL,
  group_id integer NOT NULL,
  location_id integer NOT NULL,
  CONSTRAINT org_group_locations_pkey PRIMARY KEY (group_id, location_id),
  CONSTRAINT org_group_locations_org_id_group_id_fkey FOREIGN KEY (org_id, group_id) REFERENCES org_groups(org_id, id),
  CONSTRAINT org_group_locations_org_id_location_id_fkey FOREIGN KEY (org_id, location_id) REFERENCES locations(org_id, id)
);

CREATE INDEX org_group_locations_location ON org_group_locations USING btree (org_id, location_id, group_id);

CREATE TRIGGER org_group_locations_open BEFORE INSERT ON org_group_locations FOR EACH ROW
  EXECUTE FUNCTION refuse_closed_location();
CREATE TRIGGER org_group_locations_version AFTER INSERT OR DELETE ON org_group_locations FOR EACH ROW
  EXECUTE FUNCTION count_group_change();
CREATE TRIGGER org_group_locations_written_by_staff BEFORE INSERT OR DELETE ON org_group_locations FOR EACH ROW
  EXECUTE FUNCTION place_written_by_staff();

CREATE FUNCTION count_group_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update org_groups set version = version + 1 where id = coalesce(new.group_id, old.group_id);
  return null;
end $function$;

ALTER TABLE org_group_locations ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY acting ON org_group_locations AS RESTRICTIVE FOR ALL TO airlog_acting USING (org_id = ctx_acting());
CREATE POLICY auth ON org_group_locations FOR ALL TO airlog_auth USING (true) WITH CHECK (true);
CREATE POLICY definer ON org_group_locations FOR ALL TO airlog_definer USING (true) WITH CHECK (true);
CREATE POLICY own ON org_group_locations FOR SELECT TO airlog_org USING (org_id = ctx_org());
CREATE POLICY own_delete ON org_group_locations FOR DELETE TO airlog_org USING (org_id = ctx_org());
CREATE POLICY own_insert ON org_group_locations FOR INSERT TO airlog_org WITH CHECK (org_id = ctx_org());
CREATE POLICY support ON org_group_locations FOR ALL TO airlog_support USING (true) WITH CHECK (true);

GRANT SELECT ON org_group_locations TO airlog_auth, airlog_definer, airlog_org, airlog_support;
GRANT INSERT ON org_group_locations TO airlog_definer, airlog_org, airlog_support;
GRANT DELETE ON org_group_locations TO airlog_definer, airlog_org, airlog_support;

-- -------------------- org_groups

CREATE TABLE org_groups (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  org_id integer NOT NULL,
  name text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT org_groups_pkey PRIMARY KEY (id),
  CONSTRAINT org_groups_org_id_id_key UNIQUE (org_id, id),
  CONSTRAINT org_groups_org_id_fkey FOREIGN KEY (org_id) REFERENCES organizations(id)
);

CREATE TRIGGER org_groups_version BEFORE UPDATE ON org_groups FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name)
  EXECUTE FUNCTION row_version();
CREATE TRIGGER org_groups_written_by_staff BEFORE INSERT OR DELETE OR UPDATE ON org_groups FOR EACH ROW
  EXECUTE FUNCTION place_written_by_staff();

ALTER TABLE org_groups ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY acting ON org_groups AS RESTRICTIVE FOR ALL TO airlog_acting USING (org_id = ctx_acting());
CREATE POLICY auth ON org_groups FOR ALL TO airlog_auth USING (true) WITH CHECK (true);
CREATE POLICY definer ON org_groups FOR SELECT TO airlog_definer USING (true);
CREATE POLICY definer_update ON org_groups FOR UPDATE TO airlog_definer USING (true);
CREATE POLICY own ON org_groups FOR SELECT TO airlog_org USING (org_id = ctx_org());
CREATE POLICY own_delete ON org_groups FOR DELETE TO airlog_org USING (org_id = ctx_org());
CREATE POLICY own_insert ON org_groups FOR INSERT TO airlog_org WITH CHECK (org_id = ctx_org());
CREATE POLICY own_update ON org_groups FOR UPDATE TO airlog_org USING (org_id = ctx_org());
CREATE POLICY support ON org_groups FOR ALL TO airlog_support USING (true) WITH CHECK (true);

GRANT SELECT ON org_groups TO airlog_auth, airlog_definer, airlog_org, airlog_support;
GRANT INSERT (org_id, name) ON org_groups TO airlog_org, airlog_support;
GRANT UPDATE (name, version) ON org_groups TO airlog_org, airlog_support;
GRANT UPDATE (version) ON org_groups TO airlog_definer;
GRANT DELETE ON org_groups TO airlog_org, airlog_support;

-- -------------------- org_messages

CREATE TABLE org_messages (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  org_id integer NOT NULL,
  user_id integer NOT NULL,
  sent_by_org_id integer NOT NULL,
  sent_by_id integer NOT NULL,
  html text NOT NULL,
  hostname text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT org_messages_pkey PRIMARY KEY (id),
  CONSTRAINT org_messages_org_id_id_key UNIQUE (org_id, id),
  CONSTRAINT org_messages_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE,
  CONSTRAINT org_messages_sent_by_org_id_sent_by_id_fkey FOREIGN KEY (sent_by_org_id, sent_by_id) REFERENCES users(org_id, id) ON DELETE CASCADE,
  CONSTRAINT org_messages_html_check CHECK (length(html) >= 1 AND length(html) <= 8000)
);

CREATE INDEX org_messages_created ON org_messages USING btree (created_at DESC, id DESC);
CREATE INDEX org_messages_sender ON org_messages USING btree (sent_by_org_id, sent_by_id);
CREATE INDEX org_messages_user ON org_messages USING btree (org_id, user_id);

CREATE TRIGGER org_messages_inbox AFTER INSERT ON org_messages FOR EACH ROW EXECUTE FUNCTION org_messages_inbox();
CREATE TRIGGER org_messages_sent BEFORE INSERT ON org_messages FOR EACH ROW EXECUTE FUNCTION org_message_sent();
CREATE TRIGGER org_messages_sent_with BEFORE INSERT ON org_messages FOR EACH STATEMENT
  EXECUTE FUNCTION needs_permission('send.org.message');

CREATE FUNCTION org_message_sent()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not is_staff() then return new; end if;
  new.sent_by_org_id := ctx_org();
  new.sent_by_id := ctx_user();
  if regexp_replace(new.html, '</?(b|i|em|strong|p|ul|ol|li|code|a)>|<br ?/?>|<a href="https://[^"<>]*">', '', 'g') ~ '[<>]' then
    perform refuse('A message has only the tags that the portal sends.');
  end if;
  return new;
end $function$;
CREATE FUNCTION org_messages_inbox()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into inbox_items (org_id, user_id, kind, message_id, created_at) values (new.org_id, new.user_id, 'message', new.id, new.created_at);
  return null;
end $function$;
ALTER FUNCTION org_messages_inbox() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION org_messages_inbox() FROM PUBLIC;

ALTER TABLE org_messages ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY acting ON org_messages AS RESTRICTIVE FOR ALL TO airlog_acting USING (org_id = ctx_acting());
CREATE POLICY definer ON org_messages FOR SELECT TO airlog_definer USING (true);
CREATE POLICY own ON org_messages FOR SELECT TO airlog_org USING (org_id = ctx_org() AND user_id = ctx_user());
CREATE POLICY support ON org_messages FOR ALL TO airlog_support USING (true) WITH CHECK (true);

GRANT SELECT ON org_messages TO airlog_definer, airlog_org, airlog_support;
GRANT INSERT ON org_messages TO airlog_support;

-- -------------------- organization_types

CREATE TABLE organization_types (
  id integer NOT NULL,
  type text NOT NULL,
  kind text NOT NULL,
  is_clinical boolean NOT NULL,
  CONSTRAINT organization_types_pkey PRIMARY KEY (id),
  CONSTRAINT organization_types_type_key UNIQUE (type),
  CONSTRAINT organization_types_kind_check CHECK (kind = ANY (ARRAY['ep'::text, 'clinical'::text, 'support'::text]))
);

GRANT SELECT ON organization_types TO airlog_auth, airlog_definer, airlog_org, airlog_support;

-- -------------------- organizations

CREATE TABLE organizations (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  name text NOT NULL,
  type_id integer NOT NULL,
  clinical_type_id integer,
  draft boolean NOT NULL DEFAULT true,
  active boolean NOT NULL DEFAULT false,
  timezone text NOT NULL DEFAULT 'America/New_York'::text,
  physician_can_add_missing_pin boolean NOT NULL DEFAULT false,
  disallow_external_device_edit boolean NOT NULL DEFAULT false,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  visible_org_ids integer[] NOT NULL DEFAULT '{}'::integer[],
  export_to_csv_access smallint NOT NULL DEFAULT 1,
  locale text NOT NULL DEFAULT 'en'::text,
  allow_ventilator_support boolean NOT NULL DEFAULT false,
  ventilator_visibility text NOT NULL DEFAULT 'all-users'::text,
  allow_api_key_management boolean NOT NULL DEFAULT false,
  two_factor_enabled boolean NOT NULL DEFAULT false,
  two_factor_prevent_phone_numbers boolean NOT NULL DEFAULT false,
  two_factor_app boolean NOT NULL DEFAULT true,
  two_factor_sms boolean NOT NULL DEFAULT true,
  session_idle_minutes smallint NOT NULL DEFAULT 30,
  settings_version integer NOT NULL DEFAULT 1,
  dme_id text,
  migrated_at timestamp(3) with time zone,
  migrated_by_org_id integer,
  migrated_by_id integer,
  search_text text NOT NULL GENERATED ALWAYS AS (plain_text(((name || ' '::text) || COALESCE(dme_id, ''::text)))) STORED,
  name_key text NOT NULL GENERATED ALWAYS AS (plain_text(name)) STORED,
  recent_changes jsonb NOT NULL DEFAULT '{}'::jsonb,
  CONSTRAINT organizations_pkey PRIMARY KEY (id),
  CONSTRAINT organizations_clinical_type_id_fkey FOREIGN KEY (clinical_type_id) REFERENCES clinical_types(id),
  CONSTRAINT organizations_migrated_by_org_id_migrated_by_id_fkey FOREIGN KEY (migrated_by_org_id, migrated_by_id) REFERENCES users(org_id, id),
  CONSTRAINT organizations_type_id_fkey FOREIGN KEY (type_id) REFERENCES organization_types(id),
  CONSTRAINT organizations_dme_id_check CHECK (length(dme_id) >= 1 AND length(dme_id) <= 64),
  CONSTRAINT organizations_export_to_csv_access_check CHECK (export_to_csv_access = ANY (ARRAY[0, 1, 2])),
  CONSTRAINT organizations_locale_check CHECK (locale = ANY (ARRAY['en'::text, 'es'::text])),
  CONSTRAINT organizations_migrated_by_check CHECK (migrated_by_id IS NULL OR migrated_by_org_id IS NOT NULL),
  CONSTRAINT organizations_name_check CHECK (length(name) >= 1 AND length(name) <= 255),
  CONSTRAINT organizations_session_idle_minutes_check CHECK (session_idle_minutes >= 5 AND session_idle_minutes <= 60),
  CONSTRAINT organizations_ventilator_visibility_check CHECK (ventilator_visibility = ANY (ARRAY['all-users'::text, 'specific-users'::text]))
);

CREATE INDEX organizations_active ON organizations USING btree (active, name_key, id);
CREATE INDEX organizations_created ON organizations USING btree (created_at, id);
CREATE UNIQUE INDEX organizations_dme ON organizations USING btree (dme_id) WHERE dme_id IS NOT NULL;
CREATE INDEX organizations_migrated_by ON organizations USING btree (migrated_by_org_id, migrated_by_id) WHERE migrated_by_id IS NOT NULL;
CREATE INDEX organizations_name ON organizations USING btree (name_key, id);
CREATE INDEX organizations_search ON organizations USING gin (name_key gin_trgm_ops);
CREATE INDEX organizations_search_text ON organizations USING gin (search_text gin_trgm_ops);
CREATE INDEX organizations_type ON organizations USING btree (type_id, name_key, id);
CREATE INDEX organizations_visible ON organizations USING gin (visible_org_ids);

CREATE TRIGGER organization_states AFTER UPDATE OF timezone ON organizations FOR EACH ROW WHEN (old.timezone <> new.timezone)
  EXECUTE FUNCTION organization_states();
CREATE TRIGGER organizations_recent_changes BEFORE UPDATE OF timezone, locale, session_idle_minutes, export_to_csv_access, allow_ventilator_support, ventilator_visibility, allow_api_key_management, physician_can_add_missing_pin, disallow_external_device_edit, two_factor_enabled, two_factor_prevent_phone_numbers, two_factor_app, two_factor_sms ON organizations FOR EACH ROW
  EXECUTE FUNCTION keep_recent_changes('timezone', 'locale', 'session_idle_minutes', 'export_to_csv_access', 'allow_ventilator_support', 'ventilator_visibility', 'allow_api_key_management', 'physician_can_add_missing_pin', 'disallow_external_device_edit', 'two_factor_enabled', 'two_factor_prevent_phone_numbers', 'two_factor_app', 'two_factor_sms');
CREATE TRIGGER organizations_type_fits BEFORE INSERT OR UPDATE OF type_id, clinical_type_id ON organizations FOR EACH ROW
  EXECUTE FUNCTION organization_type_fits();
CREATE TRIGGER organizations_visible_orgs BEFORE INSERT OR UPDATE OF visible_org_ids ON organizations FOR EACH ROW
  EXECUTE FUNCTION organization_visible_orgs();
CREATE TRIGGER organizations_written_by_staff BEFORE INSERT OR UPDATE ON organizations FOR EACH ROW
  EXECUTE FUNCTION organization_written_by_staff();
CREATE TRIGGER provider_zone_changed AFTER UPDATE OF timezone ON organizations FOR EACH ROW WHEN (old.timezone IS DISTINCT FROM new.timezone)
  EXECUTE FUNCTION provider_zone_changed();

CREATE FUNCTION organization_states()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update device_states s set last_session_at = now.last_session_at
    from device_history h cross join lateral device_states_of(h.id, h.id) now where h.org_id = new.id and s.history_id = h.id;
  return null;
end $function$;
ALTER FUNCTION organization_states() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION organization_states() FROM PUBLIC;
CREATE FUNCTION organization_type_fits()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
end $function$;
ALTER FUNCTION organization_type_fits() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION organization_type_fits() FROM PUBLIC;
CREATE FUNCTION organization_visible_orgs()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  select array_agg(distinct o order by o) into new.visible_org_ids from (
    select new.id as o union select unnest(p.visible_org_ids) from patients p where p.visible_org_ids @> array[new.id]
  ) seen;
  return new;
end $function$;
ALTER FUNCTION organization_visible_orgs() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION organization_visible_orgs() FROM PUBLIC;
CREATE FUNCTION organization_written_by_staff()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;
CREATE FUNCTION provider_zone_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform recompute_provider(new.id);
  return null;
end $function$;
ALTER FUNCTION provider_zone_changed() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION provider_zone_changed() FROM PUBLIC;

ALTER TABLE organizations ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY acting_update ON organizations AS RESTRICTIVE FOR UPDATE TO airlog_acting USING (id = ctx_acting());
CREATE POLICY auth ON organizations FOR ALL TO airlog_auth USING (true) WITH CHECK (true);
CREATE POLICY definer ON organizations FOR ALL TO airlog_definer USING (true) WITH CHECK (true);
CREATE POLICY jobs ON organizations FOR SELECT TO airlog_jobs USING (true);
CREATE POLICY own_update ON organizations FOR UPDATE TO airlog_org USING (id = ctx_org());
CREATE POLICY support ON organizations FOR ALL TO airlog_support USING (true) WITH CHECK (true);
CREATE POLICY visible ON organizations FOR SELECT TO airlog_org USING (visible_org_ids @> ARRAY[ctx_org()]);

GRANT SELECT ON organizations TO airlog_auth, airlog_definer, airlog_jobs, airlog_org, airlog_support;
GRANT INSERT (name, type_id, clinical_type_id, dme_id) ON organizations TO airlog_support;
GRANT UPDATE ON organizations TO airlog_definer;
GRANT UPDATE (name, type_id, clinical_type_id, timezone, physician_can_add_missing_pin, disallow_external_device_edit, export_to_csv_access, locale, allow_ventilator_support, ventilator_visibility, allow_api_key_management, two_factor_enabled, two_factor_prevent_phone_numbers, two_factor_app, two_factor_sms, session_idle_minutes, settings_version)
  ON organizations TO airlog_support;
GRANT UPDATE (timezone, physician_can_add_missing_pin, disallow_external_device_edit, export_to_csv_access, locale, allow_ventilator_support, ventilator_visibility, allow_api_key_management, two_factor_enabled, two_factor_prevent_phone_numbers, two_factor_app, two_factor_sms, session_idle_minutes, settings_version)
  ON organizations TO airlog_org;

-- -------------------- passkeys

CREATE TABLE passkeys (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  org_id integer NOT NULL,
  user_id integer NOT NULL,
  credential_id text NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL DEFAULT '{}'::text[],
  name text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  last_used_at timestamp with time zone,
  CONSTRAINT passkeys_pkey PRIMARY KEY (id),
  CONSTRAINT passkeys_credential_id_key UNIQUE (credential_id),
  CONSTRAINT passkeys_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE
);

CREATE INDEX passkeys_user ON passkeys USING btree (user_id);

CREATE TRIGGER passkeys_of_persons BEFORE INSERT ON passkeys FOR EACH ROW EXECUTE FUNCTION refuse_service_account();

ALTER TABLE passkeys ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY auth ON passkeys FOR ALL TO airlog_auth USING (true) WITH CHECK (true);

GRANT SELECT ON passkeys TO airlog_auth;
GRANT INSERT ON passkeys TO airlog_auth;
GRANT UPDATE ON passkeys TO airlog_auth;
GRANT DELETE ON passkeys TO airlog_auth;

-- -------------------- patient_migration_rows

CREATE TABLE patient_migration_rows (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  migration_id integer NOT NULL,
  legacy_id text NOT NULL,
  first_name text,
  last_name text,
  result text NOT NULL,
  reason_code text,
  patient_org_id integer,
  patient_id integer,
  fingerprint text,
  CONSTRAINT patient_migration_rows_pkey PRIMARY KEY (id),
  CONSTRAINT patient_migration_rows_migration_id_legacy_id_key UNIQUE (migration_id, legacy_id),
  CONSTRAINT patient_migration_rows_migration_id_fkey FOREIGN KEY (migration_id) REFERENCES patient_migrations(id) ON DELETE CASCADE,
  CONSTRAINT patient_migration_rows_patient_org_id_patient_id_fkey FOREIGN KEY (patient_org_id, patient_id) REFERENCES patients(org_id, id) ON DELETE SET NULL,
  CONSTRAINT patient_migration_rows_check CHECK (patient_id IS NULL OR patient_org_id IS NOT NULL),
  CONSTRAINT patient_migration_rows_legacy_id_check CHECK (length(legacy_id) >= 1 AND length(legacy_id) <= 64),
  CONSTRAINT patient_migration_rows_result_check CHECK (result = ANY (ARRAY['waiting'::text, 'migrated'::text, 'already_here'::text, 'refused'::text, 'undone'::text, 'kept'::text]))
);

CREATE INDEX patient_migration_rows_page ON patient_migration_rows USING btree (migration_id, legacy_id, id);
CREATE INDEX patient_migration_rows_patient ON patient_migration_rows USING btree (patient_org_id, patient_id);
CREATE INDEX patient_migration_rows_result ON patient_migration_rows USING btree (migration_id, result, legacy_id);

CREATE TRIGGER patient_migration_rows_kept BEFORE INSERT OR UPDATE ON patient_migration_rows FOR EACH STATEMENT
  EXECUTE FUNCTION keep_patient_migration_row();

CREATE FUNCTION keep_patient_migration_row()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if is_staff() and not ctx_may('migrate.org') then perform refuse('Not permitted: migrate.org'); end if;
  return null;
end $function$;

ALTER TABLE patient_migration_rows ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY acting ON patient_migration_rows AS RESTRICTIVE FOR ALL TO airlog_acting
  USING ((EXISTS ( SELECT FROM patient_migrations m WHERE m.id = patient_migration_rows.migration_id)));
CREATE POLICY definer ON patient_migration_rows FOR SELECT TO airlog_definer USING (true);
CREATE POLICY support ON patient_migration_rows FOR ALL TO airlog_support USING (true) WITH CHECK (true);

GRANT SELECT ON patient_migration_rows TO airlog_definer, airlog_support;
GRANT INSERT (migration_id, legacy_id, first_name, last_name, result, reason_code, patient_org_id, patient_id, fingerprint)
  ON patient_migration_rows TO airlog_support;
GRANT UPDATE (first_name, last_name, result, reason_code, patient_org_id, patient_id, fingerprint)
  ON patient_migration_rows TO airlog_support;

-- -------------------- patient_migrations

CREATE TABLE patient_migrations (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  org_id integer NOT NULL,
  user_id integer NOT NULL,
  started_by text NOT NULL DEFAULT ''::text,
  undone_by integer,
  target_org_id integer NOT NULL,
  location_id integer NOT NULL,
  dme_id text NOT NULL,
  scope text,
  state text NOT NULL DEFAULT 'waiting'::text,
  total integer,
  migrated_count integer NOT NULL DEFAULT 0,
  already_here_count integer NOT NULL DEFAULT 0,
  refused_count integer NOT NULL DEFAULT 0,
  undone_count integer NOT NULL DEFAULT 0,
  kept_count integer NOT NULL DEFAULT 0,
  at_active boolean NOT NULL DEFAULT true,
  at_id text,
  attempts smallint NOT NULL DEFAULT 0,
  problem text,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  started_at timestamp(3) with time zone,
  ended_at timestamp(3) with time zone,
  undo_until timestamp(3) with time zone,
  CONSTRAINT patient_migrations_pkey PRIMARY KEY (id),
  CONSTRAINT patient_migrations_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id),
  CONSTRAINT patient_migrations_target_org_id_location_id_fkey FOREIGN KEY (target_org_id, location_id) REFERENCES locations(org_id, id),
  CONSTRAINT patient_migrations_scope_check CHECK (scope = ANY (ARRAY['active'::text, 'inactive'::text, 'all'::text])),
  CONSTRAINT patient_migrations_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'running'::text, 'done'::text, 'failed'::text, 'undoing'::text, 'undone'::text, 'undo_failed'::text])),
  CONSTRAINT patient_migrations_total_check CHECK (total >= 0)
);

CREATE INDEX patient_migrations_open ON patient_migrations USING btree (id) WHERE state = ANY (ARRAY['waiting'::text, 'running'::text, 'undoing'::text]);
CREATE INDEX patient_migrations_target ON patient_migrations USING btree (target_org_id, location_id);
CREATE INDEX patient_migrations_user ON patient_migrations USING btree (org_id, user_id);

CREATE TRIGGER patient_migrations_kept BEFORE INSERT OR UPDATE ON patient_migrations FOR EACH ROW
  EXECUTE FUNCTION keep_patient_migration();

CREATE FUNCTION keep_patient_migration()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

ALTER TABLE patient_migrations ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY acting ON patient_migrations AS RESTRICTIVE FOR ALL TO airlog_acting USING (target_org_id = ctx_acting());
CREATE POLICY definer ON patient_migrations FOR SELECT TO airlog_definer USING (true);
CREATE POLICY jobs ON patient_migrations FOR ALL TO airlog_jobs USING (true) WITH CHECK (true);
CREATE POLICY support ON patient_migrations FOR ALL TO airlog_support USING (true) WITH CHECK (true);

GRANT SELECT ON patient_migrations TO airlog_definer, airlog_jobs, airlog_support;
GRANT INSERT (org_id, user_id, target_org_id, location_id, dme_id, scope, total)
  ON patient_migrations TO airlog_support;
GRANT UPDATE (state, problem) ON patient_migrations TO airlog_jobs;
GRANT UPDATE (state, total, migrated_count, already_here_count, refused_count, undone_count, kept_count, at_active, at_id, attempts, problem)
  ON patient_migrations TO airlog_support;

-- -------------------- patient_note_versions

CREATE TABLE patient_note_versions (
  org_id integer NOT NULL,
  note_id integer NOT NULL,
  number integer NOT NULL,
  text text NOT NULL,
  written_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT patient_note_versions_pkey PRIMARY KEY (note_id, number),
  CONSTRAINT patient_note_versions_org_id_note_id_fkey FOREIGN KEY (org_id, note_id) REFERENCES patient_notes(org_id, id),
  CONSTRAINT patient_note_versions_text_check CHECK (length(text) >= 1 AND length(text) <= 8000)
);

CREATE INDEX patient_note_versions_note ON patient_note_versions USING btree (org_id, note_id);

CREATE TRIGGER patient_note_versions_never_changed BEFORE DELETE OR UPDATE OR TRUNCATE ON patient_note_versions FOR EACH STATEMENT
  EXECUTE FUNCTION patient_notes_are_kept();

ALTER TABLE patient_note_versions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY acting ON patient_note_versions AS RESTRICTIVE FOR ALL TO airlog_acting
  USING ((EXISTS ( SELECT FROM patient_notes n WHERE n.id = patient_note_versions.note_id)));
CREATE POLICY definer ON patient_note_versions FOR ALL TO airlog_definer USING (true) WITH CHECK (true);
CREATE POLICY note ON patient_note_versions FOR SELECT TO airlog_org
  USING ((EXISTS ( SELECT FROM patient_notes n WHERE n.id = patient_note_versions.note_id)));
CREATE POLICY support ON patient_note_versions FOR SELECT TO airlog_support USING (true);

GRANT SELECT ON patient_note_versions TO airlog_definer, airlog_org, airlog_support;
GRANT INSERT ON patient_note_versions TO airlog_definer;

-- -------------------- patient_notes

CREATE TABLE patient_notes (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  org_id integer NOT NULL,
  patient_id integer NOT NULL,
  note_org_id integer NOT NULL,
  author_org_id integer NOT NULL,
  author_id integer NOT NULL,
  author_name text NOT NULL,
  author_org_name text NOT NULL,
  text text NOT NULL,
  is_shared boolean NOT NULL DEFAULT false,
  visible_org_ids integer[] NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  edited_at timestamp(3) with time zone,
  removed_at timestamp(3) with time zone,
  CONSTRAINT patient_notes_pkey PRIMARY KEY (id),
  CONSTRAINT patient_notes_org_id_id_key UNIQUE (org_id, id),
  CONSTRAINT patient_notes_author_org_id_author_id_fkey FOREIGN KEY (author_org_id, author_id) REFERENCES users(org_id, id),
  CONSTRAINT patient_notes_note_org_id_fkey FOREIGN KEY (note_org_id) REFERENCES organizations(id),
  CONSTRAINT patient_notes_org_id_patient_id_fkey FOREIGN KEY (org_id, patient_id) REFERENCES patients(org_id, id),
  CONSTRAINT patient_notes_text_check CHECK (length(text) >= 1 AND length(text) <= 8000)
);

CREATE INDEX patient_notes_author ON patient_notes USING btree (author_org_id, author_id);
CREATE INDEX patient_notes_organization ON patient_notes USING btree (note_org_id);
CREATE INDEX patient_notes_owner ON patient_notes USING btree (org_id, patient_id);
CREATE INDEX patient_notes_patient ON patient_notes USING btree (patient_id, created_at, id);

CREATE TRIGGER patient_notes_kept AFTER UPDATE OF text, removed_at ON patient_notes FOR EACH ROW
  EXECUTE FUNCTION keep_patient_note();
CREATE TRIGGER patient_notes_never_deleted BEFORE DELETE OR TRUNCATE ON patient_notes FOR EACH STATEMENT
  EXECUTE FUNCTION patient_notes_are_kept();
CREATE TRIGGER patient_notes_written BEFORE INSERT OR UPDATE OF text, removed_at ON patient_notes FOR EACH ROW
  EXECUTE FUNCTION patient_note_written();

CREATE FUNCTION keep_patient_note()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into patient_note_versions (org_id, note_id, number, text, written_at)
    values (old.org_id, old.id, old.version, old.text, coalesce(old.edited_at, old.created_at));
  return null;
end $function$;
ALTER FUNCTION keep_patient_note() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION keep_patient_note() FROM PUBLIC;
CREATE FUNCTION patient_note_written()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    if is_staff() then
      if not ctx_may('create.patient.note') then perform refuse('Not permitted: create.patient.note'); end if;
      if current_user = 'airlog_support' then perform refuse('Support staff writes notes in an organization.'); end if;
      new.note_org_id := coalesce(ctx_acting(), ctx_org());
      new.author_org_id := ctx_org();
      new.author_id := ctx_user();
      select u.last_name || ', ' || u.first_name, o.name into new.author_name, new.author_org_name
        from users u join organizations o on o.id = u.org_id where u.id = ctx_user();
      new.created_at := now();
    end if;
    new.visible_org_ids := array[new.note_org_id];
    if new.is_shared then
      select coalesce(p.visible_org_ids, new.visible_org_ids) into new.visible_org_ids from patients p where p.id = new.patient_id;
    end if;
    return new;
  end if;
  if is_staff() then
    if not ctx_may('create.patient.note') then perform refuse('Not permitted: create.patient.note'); end if;
    if old.author_id is distinct from ctx_user() then perform refuse('A note is changed by its author.'); end if;
    if old.removed_at is not null then perform refuse('A note that was removed is not changed.'); end if;
    if new.removed_at is not null then new.removed_at := now(); end if;
    if new.removed_at is not null and new.text is distinct from old.text then perform refuse('A note that is removed keeps its text.'); end if;
  end if;
  new.version := old.version + 1;
  if new.text is distinct from old.text then new.edited_at := now(); end if;
  return new;
end $function$;

ALTER TABLE patient_notes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY acting ON patient_notes AS RESTRICTIVE FOR ALL TO airlog_acting
  USING (visible_org_ids @> ARRAY[ctx_acting()] AND (EXISTS ( SELECT FROM patients p WHERE p.id = patient_notes.patient_id)));
CREATE POLICY definer ON patient_notes FOR SELECT TO airlog_definer USING (true);
CREATE POLICY readers ON patient_notes FOR ALL TO airlog_org
  USING (visible_org_ids @> ARRAY[ctx_org()] AND (EXISTS ( SELECT FROM patients p WHERE p.id = patient_notes.patient_id)));
CREATE POLICY support ON patient_notes FOR ALL TO airlog_support USING (true) WITH CHECK (true);

GRANT SELECT ON patient_notes TO airlog_definer, airlog_org, airlog_support;
GRANT INSERT (org_id, patient_id, text, is_shared) ON patient_notes TO airlog_org, airlog_support;
GRANT UPDATE (text, removed_at) ON patient_notes TO airlog_org, airlog_support;

-- -------------------- patients

CREATE TABLE patients (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  org_id integer NOT NULL,
  location_id integer,
  dme_id integer,
  clinician_org_id integer,
  clinician_id integer,
  physician_org_id integer,
  physician_id integer,
  assigned_id text,
  is_rules_active boolean NOT NULL DEFAULT false,
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text,
  birth_date date,
  sex text,
  therapy_start date,
  last_report date,
  note text,
  address1 text,
  address2 text,
  city text,
  state text,
  zip text,
  country text NOT NULL DEFAULT 'US'::text,
  phone text,
  mobile_phone text,
  current_serial text,
  visible_org_ids integer[] NOT NULL DEFAULT '{}'::integer[],
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  compliance_met_on date,
  compliance_at_risk_on date,
  compliance_closes_on date,
  legacy_id text,
  version integer NOT NULL DEFAULT 1,
  compliance_cannot_be_met_on date,
  compliance_short_on date,
  compliance_call_on date,
  compliance_call_until date,
  search_text text NOT NULL GENERATED ALWAYS AS (plain_text(((((((((((((((first_name || ' '::text) || last_name) || ' '::text) || COALESCE(email, ''::text)) || ' '::text) || COALESCE(assigned_id, ''::text)) || ' '::text) || COALESCE(current_serial, ''::text)) || ' '::text) || COALESCE(phone, ''::text)) || ' '::text) || COALESCE(mobile_phone, ''::text)) || ' '::text) || translate(COALESCE(zip, ''::text), ' -'::text, ''::text)))) STORED,
  name_key text NOT NULL GENERATED ALWAYS AS (((plain_text(last_name) || chr(9)) || plain_text(first_name))) STORED,
  recent_changes jsonb NOT NULL DEFAULT '{}'::jsonb,
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT patients_pkey PRIMARY KEY (id),
  CONSTRAINT patients_org_id_id_key UNIQUE (org_id, id),
  CONSTRAINT patients_clinician_org_id_clinician_id_fkey FOREIGN KEY (clinician_org_id, clinician_id) REFERENCES users(org_id, id),
  CONSTRAINT patients_dme_id_fkey FOREIGN KEY (dme_id) REFERENCES organizations(id),
  CONSTRAINT patients_org_id_fkey FOREIGN KEY (org_id) REFERENCES organizations(id),
  CONSTRAINT patients_org_id_location_id_fkey FOREIGN KEY (org_id, location_id) REFERENCES locations(org_id, id),
  CONSTRAINT patients_physician_org_id_physician_id_fkey FOREIGN KEY (physician_org_id, physician_id) REFERENCES users(org_id, id),
  CONSTRAINT patients_check CHECK (clinician_id IS NULL OR clinician_org_id IS NOT NULL),
  CONSTRAINT patients_check1 CHECK (physician_id IS NULL OR physician_org_id IS NOT NULL),
  CONSTRAINT patients_legacy_id_check CHECK (length(legacy_id) >= 1 AND length(legacy_id) <= 64),
  CONSTRAINT patients_sex_check CHECK (sex = ANY (ARRAY['m'::text, 'f'::text, 'o'::text]))
) WITH (autovacuum_vacuum_scale_factor=0.02, autovacuum_analyze_scale_factor=0.02);

CREATE INDEX patients_assigned ON patients USING btree (assigned_id, id);
CREATE INDEX patients_assigned_key ON patients USING btree (org_id, plain_text(assigned_id)) WHERE assigned_id IS NOT NULL;
CREATE INDEX patients_birth_date ON patients USING btree (birth_date DESC NULLS LAST, id DESC) INCLUDE (visible_org_ids, location_id);
CREATE INDEX patients_calls ON patients USING btree (compliance_call_until, compliance_call_on, id) INCLUDE (visible_org_ids, location_id) WHERE compliance_call_on IS NOT NULL;
CREATE INDEX patients_clinician ON patients USING btree (clinician_id);
CREATE INDEX patients_compliance ON patients USING btree (compliance_met_on, compliance_closes_on, compliance_at_risk_on, compliance_cannot_be_met_on) INCLUDE (visible_org_ids, location_id);
CREATE INDEX patients_current_serial ON patients USING btree (current_serial DESC NULLS LAST, id DESC) INCLUDE (visible_org_ids, location_id);
CREATE INDEX patients_email ON patients USING btree (email DESC NULLS LAST, id DESC) INCLUDE (visible_org_ids, location_id);
CREATE INDEX patients_email_key ON patients USING btree (lower(email), id);
CREATE INDEX patients_inactive ON patients USING btree (id) INCLUDE (visible_org_ids, location_id) WHERE NOT is_rules_active;
CREATE INDEX patients_last_report ON patients USING btree (last_report DESC NULLS LAST, id DESC) INCLUDE (visible_org_ids, location_id);
CREATE UNIQUE INDEX patients_legacy ON patients USING btree (legacy_id) WHERE legacy_id IS NOT NULL;
CREATE INDEX patients_location ON patients USING btree (org_id, location_id);
CREATE INDEX patients_mobile_phone ON patients USING btree (mobile_phone, id);
CREATE INDEX patients_name ON patients USING btree (name_key, id) INCLUDE (visible_org_ids, location_id);
CREATE INDEX patients_page ON patients USING btree (id) INCLUDE (visible_org_ids, location_id);
CREATE INDEX patients_phone ON patients USING btree (phone, id);
CREATE INDEX patients_phone_search ON patients USING gin (phone gin_trgm_ops);
CREATE INDEX patients_physician ON patients USING btree (physician_id);
CREATE INDEX patients_place ON patients USING btree (location_id, id) INCLUDE (visible_org_ids);
CREATE INDEX patients_provider ON patients USING btree (dme_id, id);
CREATE INDEX patients_search ON patients USING gin (search_text gin_trgm_ops);
CREATE INDEX patients_short ON patients USING btree (compliance_cannot_be_met_on, compliance_short_on, id) INCLUDE (compliance_closes_on, visible_org_ids, location_id) WHERE compliance_met_on IS NULL AND compliance_short_on IS NOT NULL;
CREATE INDEX patients_therapy_start ON patients USING btree (therapy_start DESC NULLS LAST, id DESC) INCLUDE (visible_org_ids, location_id);
CREATE INDEX patients_updated ON patients USING btree (updated_at, id) INCLUDE (visible_org_ids, location_id);
CREATE INDEX patients_visible ON patients USING gin (visible_org_ids);

CREATE TRIGGER list_rows_added AFTER INSERT ON patients REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION list_rows_changed();
CREATE TRIGGER list_rows_deleted AFTER DELETE ON patients REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION list_rows_changed();
CREATE TRIGGER list_rows_shared AFTER UPDATE ON patients FOR EACH ROW WHEN (old.visible_org_ids IS DISTINCT FROM new.visible_org_ids OR old.location_id IS DISTINCT FROM new.location_id)
  EXECUTE FUNCTION list_rows_shared();
CREATE TRIGGER noted_added AFTER INSERT ON patients REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION shared_rows_noted('Patient');
CREATE TRIGGER noted_deleted AFTER DELETE ON patients REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION shared_rows_noted('Patient');
CREATE TRIGGER noted_updated AFTER UPDATE ON patients FOR EACH ROW WHEN (old.version <> new.version OR old.visible_org_ids <> new.visible_org_ids)
  EXECUTE FUNCTION shared_row_noted('Patient');
CREATE TRIGGER patient_device_index AFTER UPDATE ON patients FOR EACH ROW WHEN (old.visible_org_ids IS DISTINCT FROM new.visible_org_ids OR old.location_id IS DISTINCT FROM new.location_id OR old.last_name IS DISTINCT FROM new.last_name OR old.search_text IS DISTINCT FROM new.search_text)
  EXECUTE FUNCTION patient_device_index();
CREATE TRIGGER patient_mobile_users AFTER UPDATE ON patients FOR EACH ROW WHEN (old.visible_org_ids IS DISTINCT FROM new.visible_org_ids OR old.location_id IS DISTINCT FROM new.location_id)
  EXECUTE FUNCTION patient_mobile_users();
CREATE TRIGGER patient_states AFTER UPDATE ON patients FOR EACH ROW WHEN (old.visible_org_ids IS DISTINCT FROM new.visible_org_ids OR old.location_id IS DISTINCT FROM new.location_id)
  EXECUTE FUNCTION patient_states();
CREATE TRIGGER patients_added_by_staff BEFORE INSERT ON patients FOR EACH ROW EXECUTE FUNCTION patient_added_by_staff();
CREATE TRIGGER patients_changed_with BEFORE UPDATE ON patients FOR EACH STATEMENT
  EXECUTE FUNCTION needs_permission('update.patient');
CREATE TRIGGER patients_location_open BEFORE INSERT OR UPDATE OF location_id ON patients FOR EACH ROW
  EXECUTE FUNCTION refuse_closed_location();
CREATE TRIGGER patients_partner_changes BEFORE UPDATE OF assigned_id, is_rules_active, first_name, last_name, email, birth_date, sex, address1, address2, city, state, zip, country, phone, mobile_phone ON patients FOR EACH ROW
  EXECUTE FUNCTION patient_partner_changes();
CREATE TRIGGER patients_recent_changes BEFORE UPDATE OF location_id, dme_id, clinician_id, physician_id, assigned_id, is_rules_active, first_name, last_name, email, birth_date, sex, therapy_start, note, address1, address2, city, state, zip, country, phone, mobile_phone ON patients FOR EACH ROW
  EXECUTE FUNCTION keep_recent_changes('location_id', 'dme_id', 'clinician_id', 'physician_id', 'assigned_id', 'is_rules_active', 'first_name', 'last_name', 'email', 'birth_date', 'sex', 'therapy_start', 'note', 'address1', 'address2', 'city', 'state', 'zip', 'country', 'phone', 'mobile_phone');
CREATE TRIGGER patients_share_names AFTER INSERT OR UPDATE OF visible_org_ids, org_id, location_id, dme_id, clinician_id, clinician_org_id, physician_id, physician_org_id ON patients FOR EACH ROW
  EXECUTE FUNCTION patient_share_names();
CREATE TRIGGER patients_version BEFORE UPDATE ON patients FOR EACH ROW WHEN (old.location_id IS DISTINCT FROM new.location_id OR old.dme_id IS DISTINCT FROM new.dme_id OR old.clinician_id IS DISTINCT FROM new.clinician_id OR old.physician_id IS DISTINCT FROM new.physician_id OR old.assigned_id IS DISTINCT FROM new.assigned_id OR old.is_rules_active IS DISTINCT FROM new.is_rules_active OR old.first_name IS DISTINCT FROM new.first_name OR old.last_name IS DISTINCT FROM new.last_name OR old.email IS DISTINCT FROM new.email OR old.birth_date IS DISTINCT FROM new.birth_date OR old.sex IS DISTINCT FROM new.sex OR old.therapy_start IS DISTINCT FROM new.therapy_start OR old.note IS DISTINCT FROM new.note OR old.address1 IS DISTINCT FROM new.address1 OR old.address2 IS DISTINCT FROM new.address2 OR old.city IS DISTINCT FROM new.city OR old.state IS DISTINCT FROM new.state OR old.zip IS DISTINCT FROM new.zip OR old.country IS DISTINCT FROM new.country OR old.phone IS DISTINCT FROM new.phone OR old.mobile_phone IS DISTINCT FROM new.mobile_phone)
  EXECUTE FUNCTION row_version();
CREATE TRIGGER patients_visible_orgs BEFORE INSERT OR UPDATE OF org_id, dme_id, clinician_org_id, physician_org_id, visible_org_ids ON patients FOR EACH ROW
  EXECUTE FUNCTION patient_visible_orgs();
CREATE TRIGGER patients_when_updated BEFORE UPDATE ON patients FOR EACH ROW WHEN (old.version <> new.version OR old.visible_org_ids <> new.visible_org_ids)
  EXECUTE FUNCTION row_updated();
CREATE TRIGGER provider_changed AFTER UPDATE OF dme_id ON patients FOR EACH ROW WHEN (old.dme_id IS DISTINCT FROM new.dme_id)
  EXECUTE FUNCTION provider_changed();
CREATE TRIGGER therapy_start_changed AFTER UPDATE OF therapy_start ON patients FOR EACH ROW WHEN (old.therapy_start IS DISTINCT FROM new.therapy_start)
  EXECUTE FUNCTION therapy_start_changed();
CREATE TRIGGER therapy_start_entered AFTER INSERT ON patients FOR EACH ROW WHEN (new.therapy_start IS NOT NULL)
  EXECUTE FUNCTION therapy_start_changed();
CREATE TRIGGER therapy_start_kept AFTER UPDATE OF therapy_start ON patients FOR EACH ROW WHEN (old.therapy_start IS DISTINCT FROM new.therapy_start)
  EXECUTE FUNCTION keep_therapy_start();
CREATE TRIGGER therapy_start_kept_first AFTER INSERT ON patients FOR EACH ROW WHEN (new.therapy_start IS NOT NULL)
  EXECUTE FUNCTION keep_therapy_start();

CREATE FUNCTION keep_therapy_start()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  present timestamptz := case when tg_op = 'INSERT' then new.created_at else now() end;
  closed timestamptz;
begin
  update therapy_start_versions v set known = tstzrange(lower(v.known), greatest(present, lower(v.known) + interval '1 microsecond'), '(]')
   where v.patient_id = new.id and upper_inf(v.known) returning upper(v.known) into closed;
  insert into therapy_start_versions (org_id, patient_id, therapy_start, known, actor_user_id, actor_name, actor_email)
  select new.org_id, new.id, new.therapy_start, tstzrange(coalesce(closed, present), null, '(]'), u.id, u.last_name || ', ' || u.first_name, u.email
    from (select ctx_user() as id) actor left join users u on u.id = actor.id;
  return null;
end $function$;
ALTER FUNCTION keep_therapy_start() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION keep_therapy_start() FROM PUBLIC;
CREATE FUNCTION patient_added_by_staff()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if is_staff() and not ctx_may('create.patient') then perform refuse('Not permitted: create.patient'); end if;
  if current_user in ('airlog_support', 'airlog_acting') and new.org_id is distinct from ctx_acting() then
    perform refuse('Support staff adds patients to the organization in which it acts.');
  end if;
  return new;
end $function$;
CREATE FUNCTION patient_device_index()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform refresh_device_index(array(select h.id from device_history h where h.patient_id = new.id order by h.id));
  return null;
end $function$;
ALTER FUNCTION patient_device_index() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION patient_device_index() FROM PUBLIC;
CREATE FUNCTION patient_mobile_users()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update mobile_users set visible_org_ids = new.visible_org_ids, location_id = new.location_id where patient_id = new.id;
  return null;
end $function$;
ALTER FUNCTION patient_mobile_users() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION patient_mobile_users() FROM PUBLIC;
CREATE FUNCTION patient_partner_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if is_staff() and old.org_id is distinct from coalesce(ctx_acting(), ctx_org()) then
    perform refuse('A partner may change the therapy start and the note of a patient only.');
  end if;
  return new;
end $function$;
CREATE FUNCTION patient_share_names()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare h record;
begin
  update organizations o set visible_org_ids = visible_org_ids where o.id = any (new.visible_org_ids)
    and cardinality(new.visible_org_ids) > 1 and not o.visible_org_ids @> new.visible_org_ids;
  update users u set visible_org_ids = visible_org_ids where u.id in (new.clinician_id, new.physician_id)
    and not u.visible_org_ids @> new.visible_org_ids;
  if tg_op = 'UPDATE' and (old.visible_org_ids, old.location_id) is distinct from (new.visible_org_ids, new.location_id) then
    for h in select distinct machine_id from device_history where patient_id = new.id loop
      perform machine_refresh_visible_orgs(h.machine_id);
    end loop;
    update icode_reports set visible_org_ids = new.visible_org_ids where patient_id = new.id;
  end if;
  return null;
end $function$;
ALTER FUNCTION patient_share_names() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION patient_share_names() FROM PUBLIC;
CREATE FUNCTION patient_states()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update device_states set visible_org_ids = new.visible_org_ids, location_id = new.location_id where patient_id = new.id;
  return null;
end $function$;
ALTER FUNCTION patient_states() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION patient_states() FROM PUBLIC;
CREATE FUNCTION patient_visible_orgs()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  select array_agg(distinct o order by o) into new.visible_org_ids
    from unnest(array[new.org_id, new.dme_id, new.clinician_org_id, new.physician_org_id]) o where o is not null;
  return new;
end $function$;
ALTER FUNCTION patient_visible_orgs() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION patient_visible_orgs() FROM PUBLIC;
CREATE FUNCTION provider_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform recompute_compliance(array[new.id]);
  return null;
end $function$;
ALTER FUNCTION provider_changed() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION provider_changed() FROM PUBLIC;
CREATE FUNCTION therapy_start_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform recompute_compliance(array[new.id]);
  return null;
end $function$;
ALTER FUNCTION therapy_start_changed() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION therapy_start_changed() FROM PUBLIC;

ALTER TABLE patients ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY acting ON patients AS RESTRICTIVE FOR ALL TO airlog_acting USING (visible_org_ids @> ARRAY[ctx_acting()]);
CREATE POLICY definer ON patients FOR ALL TO airlog_definer USING (true) WITH CHECK (true);
CREATE POLICY jobs ON patients FOR SELECT TO airlog_jobs USING (true);
CREATE POLICY location ON patients AS RESTRICTIVE FOR ALL TO airlog_limited USING (location_id = ANY (ctx_locations()));
CREATE POLICY own_insert ON patients FOR INSERT TO airlog_org WITH CHECK (org_id = ctx_org());
CREATE POLICY support ON patients FOR ALL TO airlog_support USING (true) WITH CHECK (true);
CREATE POLICY visible ON patients FOR SELECT TO airlog_org USING (visible_org_ids @> ARRAY[ctx_org()]);
CREATE POLICY visible_update ON patients FOR UPDATE TO airlog_org USING (visible_org_ids @> ARRAY[ctx_org()]);

GRANT SELECT ON patients TO airlog_definer, airlog_jobs, airlog_org, airlog_support;
GRANT INSERT ON patients TO airlog_definer;
GRANT INSERT (org_id, dme_id, is_rules_active, first_name, last_name, email, birth_date, sex, address1, address2, city, state, zip, country, phone, mobile_phone)
  ON patients TO airlog_definer;
GRANT INSERT (org_id, location_id, assigned_id, is_rules_active, first_name, last_name, email, birth_date, sex, therapy_start, note, address1, address2, city, state, zip, country, phone, mobile_phone)
  ON patients TO airlog_org, airlog_support;
GRANT UPDATE ON patients TO airlog_definer;
GRANT UPDATE (assigned_id, is_rules_active, first_name, last_name, email, birth_date, sex, therapy_start, note, address1, address2, city, state, zip, country, phone, mobile_phone)
  ON patients TO airlog_org, airlog_support;
GRANT DELETE ON patients TO airlog_definer;

-- -------------------- personal_access_tokens

CREATE TABLE personal_access_tokens (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  org_id integer NOT NULL,
  user_id integer NOT NULL,
  created_by_id integer NOT NULL,
  name text NOT NULL,
  digest bytea NOT NULL,
  last_four text NOT NULL,
  scopes text[] NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  CONSTRAINT personal_access_tokens_pkey PRIMARY KEY (id),
  CONSTRAINT personal_access_tokens_digest_key UNIQUE (digest),
  CONSTRAINT personal_access_tokens_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE,
  CONSTRAINT personal_access_tokens_check CHECK (expires_at <= (created_at + '365 days'::interval)),
  CONSTRAINT personal_access_tokens_name_check CHECK (length(name) >= 3 AND length(name) <= 255),
  CONSTRAINT personal_access_tokens_scopes_check CHECK (cardinality(scopes) > 0)
);

CREATE INDEX personal_access_tokens_user ON personal_access_tokens USING btree (user_id, id) WHERE revoked_at IS NULL;
CREATE INDEX personal_access_tokens_users ON personal_access_tokens USING btree (org_id, user_id);

CREATE TRIGGER personal_access_tokens_of_persons BEFORE INSERT ON personal_access_tokens FOR EACH ROW
  EXECUTE FUNCTION refuse_service_account();

ALTER TABLE personal_access_tokens ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY auth ON personal_access_tokens FOR ALL TO airlog_auth USING (true) WITH CHECK (true);
CREATE POLICY definer ON personal_access_tokens FOR ALL TO airlog_definer USING (true) WITH CHECK (true);

GRANT SELECT ON personal_access_tokens TO airlog_auth, airlog_definer;
GRANT INSERT ON personal_access_tokens TO airlog_auth;
GRANT UPDATE (last_used_at, revoked_at) ON personal_access_tokens TO airlog_auth;
GRANT UPDATE (revoked_at) ON personal_access_tokens TO airlog_definer;

-- -------------------- published_events

CREATE TABLE published_events (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  channels jsonb NOT NULL,
  data text NOT NULL,
  excluded_socket_id text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT published_events_pkey PRIMARY KEY (id),
  CONSTRAINT published_events_data_check CHECK (length(data) <= 20480),
  CONSTRAINT published_events_excluded_socket_id_check CHECK (length(excluded_socket_id) <= 40),
  CONSTRAINT published_events_name_check CHECK (length(name) >= 1 AND length(name) <= 200)
);

CREATE INDEX published_events_created ON published_events USING btree (created_at);

ALTER TABLE published_events ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY auth ON published_events FOR ALL TO airlog_auth USING (true) WITH CHECK (true);

GRANT SELECT ON published_events TO airlog_auth;
GRANT INSERT ON published_events TO airlog_auth;
GRANT DELETE ON published_events TO airlog_auth;

-- -------------------- recent_organizations

CREATE TABLE recent_organizations (
  org_id integer NOT NULL,
  user_id integer NOT NULL,
  recent_org_id integer NOT NULL,
  visited_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT recent_organizations_pkey PRIMARY KEY (user_id, recent_org_id),
  CONSTRAINT recent_organizations_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE,
  CONSTRAINT recent_organizations_recent_org_id_fkey FOREIGN KEY (recent_org_id) REFERENCES organizations(id)
);

CREATE INDEX recent_organizations_user ON recent_organizations USING btree (org_id, user_id);

ALTER TABLE recent_organizations ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY definer ON recent_organizations FOR ALL TO airlog_definer USING (true) WITH CHECK (true);
CREATE POLICY own_user_support ON recent_organizations FOR SELECT TO airlog_support
  USING (org_id = ctx_org() AND user_id = ctx_user());

GRANT SELECT ON recent_organizations TO airlog_definer, airlog_support;
GRANT INSERT ON recent_organizations TO airlog_definer;
GRANT UPDATE ON recent_organizations TO airlog_definer;
GRANT DELETE ON recent_organizations TO airlog_definer;

-- -------------------- recovery_codes

CREATE TABLE recovery_codes (
  org_id integer NOT NULL,
  user_id integer NOT NULL,
  code_hash bytea NOT NULL,
  used_at timestamp with time zone,
  salt bytea NOT NULL,
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  CONSTRAINT recovery_codes_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE,
  CONSTRAINT recovery_codes_salt_check CHECK (length(salt) = 16)
);

ALTER TABLE recovery_codes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY auth ON recovery_codes FOR ALL TO airlog_auth USING (true) WITH CHECK (true);

GRANT SELECT ON recovery_codes TO airlog_auth;
GRANT INSERT ON recovery_codes TO airlog_auth;
GRANT UPDATE ON recovery_codes TO airlog_auth;
GRANT DELETE ON recovery_codes TO airlog_auth;

-- -------------------- report_keys

CREATE TABLE report_keys (
  id text NOT NULL GENERATED ALWAYS AS ("left"(encode(sha256(public_key), 'hex'::text), 16)) STORED,
  public_key bytea NOT NULL,
  private_cipher text,
  valid_from timestamp(3) with time zone NOT NULL,
  valid_until timestamp(3) with time zone,
  CONSTRAINT report_keys_pkey PRIMARY KEY (id),
  CONSTRAINT report_keys_check CHECK (valid_until > valid_from),
  CONSTRAINT report_keys_check1 CHECK ((valid_until IS NULL) = (private_cipher IS NOT NULL)),
  CONSTRAINT report_keys_public_key_check CHECK (length(public_key) = 32)
);

CREATE UNIQUE INDEX report_keys_in_use ON report_keys USING btree ((true)) WHERE valid_until IS NULL;

ALTER TABLE report_keys ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY auth ON report_keys FOR SELECT TO airlog_auth USING (true);
CREATE POLICY definer ON report_keys FOR SELECT TO airlog_definer USING (true);
CREATE POLICY jobs ON report_keys FOR ALL TO airlog_jobs USING (true) WITH CHECK (true);

GRANT SELECT ON report_keys TO airlog_definer, airlog_jobs;
GRANT SELECT (id, public_key, valid_from, valid_until) ON report_keys TO airlog_auth;
GRANT INSERT ON report_keys TO airlog_jobs;
GRANT UPDATE (private_cipher, valid_until) ON report_keys TO airlog_jobs;

-- -------------------- request_ids

CREATE TABLE request_ids (
  org_id integer NOT NULL,
  user_id integer NOT NULL,
  id uuid NOT NULL,
  fingerprint bytea NOT NULL,
  answer jsonb,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT request_ids_pkey PRIMARY KEY (user_id, id),
  CONSTRAINT request_ids_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE
);

CREATE INDEX request_ids_created ON request_ids USING btree (created_at);
CREATE INDEX request_ids_user ON request_ids USING btree (org_id, user_id);

ALTER TABLE request_ids ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY auth ON request_ids FOR ALL TO airlog_auth USING (true) WITH CHECK (true);
CREATE POLICY own_user ON request_ids FOR ALL TO airlog_org USING (org_id = ctx_org() AND user_id = ctx_user());
CREATE POLICY own_user_support ON request_ids FOR ALL TO airlog_support
  USING (org_id = ctx_org() AND user_id = ctx_user());

GRANT SELECT ON request_ids TO airlog_auth, airlog_org, airlog_support;
GRANT INSERT ON request_ids TO airlog_org, airlog_support;
GRANT UPDATE (answer) ON request_ids TO airlog_org, airlog_support;
GRANT DELETE ON request_ids TO airlog_auth;

-- -------------------- role_permissions

CREATE TABLE role_permissions (
  role_id integer NOT NULL,
  permission text NOT NULL,
  CONSTRAINT role_permissions_pkey PRIMARY KEY (role_id, permission),
  CONSTRAINT role_permissions_role_id_fkey FOREIGN KEY (role_id) REFERENCES roles(id)
);

GRANT SELECT ON role_permissions TO airlog_auth, airlog_definer, airlog_org, airlog_support;

-- -------------------- roles

CREATE TABLE roles (
  id integer NOT NULL,
  name text NOT NULL,
  label text NOT NULL,
  host text NOT NULL,
  user_type text NOT NULL,
  CONSTRAINT roles_pkey PRIMARY KEY (id),
  CONSTRAINT roles_name_key UNIQUE (name),
  CONSTRAINT roles_host_check CHECK (host = ANY (ARRAY['org'::text, 'support'::text])),
  CONSTRAINT roles_user_type_check CHECK (user_type = ANY (ARRAY['Organization'::text, 'Location'::text, 'Group'::text]))
);

GRANT SELECT ON roles TO airlog_auth, airlog_definer, airlog_org, airlog_support;

-- -------------------- saved_queries

CREATE TABLE saved_queries (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  org_id integer NOT NULL,
  user_id integer NOT NULL,
  owner_name text NOT NULL,
  name text NOT NULL,
  query text NOT NULL,
  variables text NOT NULL DEFAULT ''::text,
  is_shared boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT saved_queries_pkey PRIMARY KEY (id),
  CONSTRAINT saved_queries_unique_name UNIQUE (org_id, user_id, name),
  CONSTRAINT saved_queries_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE,
  CONSTRAINT saved_queries_name_check CHECK (length(name) >= 1 AND length(name) <= 100),
  CONSTRAINT saved_queries_query_check CHECK (length(query) >= 1 AND length(query) <= 20000),
  CONSTRAINT saved_queries_variables_check CHECK (length(variables) <= 10000)
);

CREATE INDEX saved_queries_shared ON saved_queries USING btree (org_id, name, id) WHERE is_shared;

CREATE TRIGGER saved_queries_written_with BEFORE INSERT OR DELETE OR UPDATE ON saved_queries FOR EACH STATEMENT
  EXECUTE FUNCTION needs_permission('view.graphiql');

ALTER TABLE saved_queries ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY definer ON saved_queries FOR SELECT TO airlog_definer USING (true);
CREATE POLICY own_user ON saved_queries FOR ALL TO airlog_org USING (org_id = ctx_org() AND user_id = ctx_user());
CREATE POLICY own_user_support ON saved_queries FOR ALL TO airlog_support
  USING (org_id = ctx_org() AND user_id = ctx_user());
CREATE POLICY shared ON saved_queries FOR SELECT TO airlog_org USING (org_id = ctx_org() AND is_shared);
CREATE POLICY shared_support ON saved_queries FOR SELECT TO airlog_support
  USING (org_id = COALESCE(ctx_acting(), ctx_org()) AND is_shared);

GRANT SELECT ON saved_queries TO airlog_definer, airlog_org, airlog_support;
GRANT INSERT ON saved_queries TO airlog_org, airlog_support;
GRANT UPDATE (owner_name, name, query, variables, is_shared, version, updated_at)
  ON saved_queries TO airlog_org, airlog_support;
GRANT DELETE ON saved_queries TO airlog_org, airlog_support;

-- -------------------- seal_keys

CREATE TABLE seal_keys (
  encryption_id text NOT NULL,
  first_seal bigint NOT NULL,
  key_cipher text NOT NULL,
  CONSTRAINT seal_keys_pkey PRIMARY KEY (encryption_id),
  CONSTRAINT seal_keys_first_seal_key UNIQUE (first_seal),
  CONSTRAINT seal_keys_encryption_id_check CHECK (encryption_id ~ '^[0-9a-f]{8}$'::text)
);

ALTER TABLE seal_keys ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY jobs ON seal_keys FOR ALL TO airlog_jobs USING (true) WITH CHECK (true);

GRANT SELECT ON seal_keys TO airlog_jobs;
GRANT INSERT ON seal_keys TO airlog_jobs;
GRANT UPDATE (key_cipher) ON seal_keys TO airlog_jobs;

-- -------------------- seal_turns

CREATE TABLE seal_turns (
  id boolean NOT NULL DEFAULT true,
  CONSTRAINT seal_turns_pkey PRIMARY KEY (id),
  CONSTRAINT seal_turns_id_check CHECK (id)
);

ALTER TABLE seal_turns ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY jobs ON seal_turns FOR ALL TO airlog_jobs USING (true);

GRANT SELECT ON seal_turns TO airlog_jobs;
GRANT UPDATE ON seal_turns TO airlog_jobs;

-- -------------------- second_factor_challenges

CREATE TABLE second_factor_challenges (
  session_hash bytea NOT NULL,
  kind text NOT NULL,
  org_id integer NOT NULL,
  user_id integer NOT NULL,
  secret text NOT NULL,
  phone text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT second_factor_challenges_pkey PRIMARY KEY (session_hash, kind),
  CONSTRAINT second_factor_challenges_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE,
  CONSTRAINT second_factor_challenges_kind_check CHECK (kind = ANY (ARRAY['sign-in-sms'::text, 'sign-in-passkey'::text, 'new-app'::text, 'new-phone'::text, 'new-passkey'::text]))
);

CREATE INDEX second_factor_challenges_created ON second_factor_challenges USING btree (created_at);
CREATE INDEX second_factor_challenges_user ON second_factor_challenges USING btree (org_id, user_id);

ALTER TABLE second_factor_challenges ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY auth ON second_factor_challenges FOR ALL TO airlog_auth USING (true) WITH CHECK (true);

GRANT SELECT ON second_factor_challenges TO airlog_auth;
GRANT INSERT ON second_factor_challenges TO airlog_auth;
GRANT UPDATE ON second_factor_challenges TO airlog_auth;
GRANT DELETE ON second_factor_challenges TO airlog_auth;

-- -------------------- second_factors

CREATE TABLE second_factors (
  org_id integer NOT NULL,
  user_id integer NOT NULL,
  app_secret text,
  app_last_step bigint,
  sms_phone text,
  CONSTRAINT second_factors_pkey PRIMARY KEY (user_id),
  CONSTRAINT second_factors_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE,
  CONSTRAINT second_factors_sms_phone_check CHECK (sms_phone ~ '^[0-9]{10}$'::text)
);

CREATE TRIGGER second_factors_of_persons BEFORE INSERT ON second_factors FOR EACH ROW
  EXECUTE FUNCTION refuse_service_account();

ALTER TABLE second_factors ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY auth ON second_factors FOR ALL TO airlog_auth USING (true) WITH CHECK (true);

GRANT SELECT ON second_factors TO airlog_auth;
GRANT INSERT ON second_factors TO airlog_auth;
GRANT UPDATE ON second_factors TO airlog_auth;

-- -------------------- security_events

CREATE TABLE security_events (
  id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  hour timestamp(3) with time zone NOT NULL,
  kind text NOT NULL,
  org_id integer,
  user_id integer,
  account text,
  address text,
  count integer NOT NULL,
  request_id text NOT NULL,
  first_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  last_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  search_text text NOT NULL GENERATED ALWAYS AS (plain_text(((COALESCE(account, ''::text) || ' '::text) || COALESCE(address, ''::text)))) STORED,
  CONSTRAINT security_events_pkey PRIMARY KEY (id),
  CONSTRAINT security_events_org_id_fkey FOREIGN KEY (org_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CONSTRAINT security_events_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE,
  CONSTRAINT security_events_check CHECK (org_id IS NOT NULL OR user_id IS NULL),
  CONSTRAINT security_events_count_check CHECK (count > 0),
  CONSTRAINT security_events_kind_check CHECK (kind = ANY (ARRAY['api_key'::text, 'csrf'::text, 'device'::text, 'origin'::text, 'scope'::text, 'second_factor'::text, 'sign_in'::text, 'token'::text, 'too_expensive'::text, 'too_many'::text]))
);

CREATE INDEX security_events_kind ON security_events USING btree (kind, last_at, id);
CREATE INDEX security_events_last ON security_events USING btree (last_at, id);
CREATE INDEX security_events_no_account ON security_events USING btree (last_at, id) WHERE account IS NULL;
CREATE INDEX security_events_no_address ON security_events USING btree (last_at, id) WHERE address IS NULL;
CREATE INDEX security_events_org ON security_events USING btree (org_id, last_at, id);
CREATE UNIQUE INDEX security_events_row ON security_events USING btree (hour, kind, org_id, user_id, account, address) NULLS NOT DISTINCT;
CREATE INDEX security_events_search ON security_events USING gin (search_text gin_trgm_ops);
CREATE INDEX security_events_user ON security_events USING btree (org_id, user_id, last_at, id);

ALTER TABLE security_events ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY acting ON security_events AS RESTRICTIVE FOR ALL TO airlog_acting USING (org_id = ctx_acting());
CREATE POLICY auth ON security_events FOR ALL TO airlog_auth USING (true) WITH CHECK (true);
CREATE POLICY location ON security_events AS RESTRICTIVE FOR SELECT TO airlog_limited
  USING ((EXISTS ( SELECT FROM user_accounts a WHERE a.id = security_events.user_id)));
CREATE POLICY own ON security_events FOR SELECT TO airlog_org
  USING (org_id = ctx_org() AND CASE WHEN user_id = ctx_user() THEN true ELSE ( SELECT ctx_may('view.user'::text) AS ctx_may) END);
CREATE POLICY support ON security_events FOR SELECT TO airlog_support USING (true);

GRANT SELECT ON security_events TO airlog_auth, airlog_org, airlog_support;
GRANT INSERT ON security_events TO airlog_auth;
GRANT UPDATE ON security_events TO airlog_auth;
GRANT DELETE ON security_events TO airlog_auth;

-- -------------------- service_account_uses

CREATE TABLE service_account_uses (
  org_id integer NOT NULL,
  user_id integer NOT NULL,
  day date NOT NULL,
  operation text NOT NULL,
  calls integer NOT NULL,
  CONSTRAINT service_account_uses_pkey PRIMARY KEY (user_id, day, operation),
  CONSTRAINT service_account_uses_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE,
  CONSTRAINT service_account_uses_calls_check CHECK (calls > 0)
);

CREATE INDEX service_account_uses_day ON service_account_uses USING btree (day);
CREATE INDEX service_account_uses_org ON service_account_uses USING btree (org_id, user_id);

ALTER TABLE service_account_uses ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY auth ON service_account_uses FOR ALL TO airlog_auth USING (true) WITH CHECK (true);
CREATE POLICY own ON service_account_uses FOR SELECT TO airlog_org USING (org_id = ctx_org());

GRANT SELECT ON service_account_uses TO airlog_auth, airlog_org;
GRANT INSERT ON service_account_uses TO airlog_auth;
GRANT UPDATE (calls) ON service_account_uses TO airlog_auth;
GRANT DELETE ON service_account_uses TO airlog_auth;

-- -------------------- service_accounts

CREATE TABLE service_accounts (
  user_id integer NOT NULL,
  org_id integer NOT NULL,
  name text NOT NULL,
  description text NOT NULL DEFAULT ''::text,
  scopes text[] NOT NULL,
  created_by_id integer NOT NULL,
  created_by_name text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  deleted_at timestamp with time zone,
  CONSTRAINT service_accounts_pkey PRIMARY KEY (user_id),
  CONSTRAINT service_accounts_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE,
  CONSTRAINT service_accounts_description_check CHECK (length(description) <= 500),
  CONSTRAINT service_accounts_name_check CHECK (length(name) >= 3 AND length(name) <= 80),
  CONSTRAINT service_accounts_scopes_check CHECK (cardinality(scopes) > 0)
);

CREATE UNIQUE INDEX service_accounts_name ON service_accounts USING btree (org_id, lower(name)) WHERE deleted_at IS NULL;

ALTER TABLE service_accounts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY auth ON service_accounts FOR SELECT TO airlog_auth USING (true);
CREATE POLICY definer ON service_accounts FOR ALL TO airlog_definer USING (true) WITH CHECK (true);
CREATE POLICY own ON service_accounts FOR SELECT TO airlog_org USING (org_id = ctx_org());

GRANT SELECT ON service_accounts TO airlog_auth, airlog_definer, airlog_org;
GRANT INSERT ON service_accounts TO airlog_definer;
GRANT UPDATE (deleted_at) ON service_accounts TO airlog_definer;

-- -------------------- sessions

CREATE TABLE sessions (
  id_hash bytea NOT NULL,
  org_id integer NOT NULL,
  user_id integer NOT NULL,
  stage text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  last_seen_at timestamp with time zone NOT NULL DEFAULT now(),
  ip text,
  user_agent text,
  password_given_at timestamp with time zone NOT NULL DEFAULT now(),
  acting_org_id integer,
  CONSTRAINT sessions_pkey PRIMARY KEY (id_hash),
  CONSTRAINT sessions_acting_org_id_fkey FOREIGN KEY (acting_org_id) REFERENCES organizations(id),
  CONSTRAINT sessions_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE,
  CONSTRAINT sessions_stage_check CHECK (stage = ANY (ARRAY['verify'::text, 'enroll'::text, 'full'::text]))
);

CREATE INDEX sessions_organization ON sessions USING btree (org_id, user_id);
CREATE INDEX sessions_user ON sessions USING btree (user_id);

CREATE TRIGGER sessions_keep_login AFTER INSERT OR DELETE OR UPDATE OF stage ON sessions FOR EACH ROW
  EXECUTE FUNCTION keep_login();
CREATE TRIGGER sessions_of_persons BEFORE INSERT ON sessions FOR EACH ROW EXECUTE FUNCTION refuse_service_account();

CREATE FUNCTION keep_login()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
end $function$;
ALTER FUNCTION keep_login() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION keep_login() FROM PUBLIC;

ALTER TABLE sessions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY auth ON sessions FOR ALL TO airlog_auth USING (true) WITH CHECK (true);
CREATE POLICY definer ON sessions FOR ALL TO airlog_definer USING (true) WITH CHECK (true);

GRANT SELECT ON sessions TO airlog_auth, airlog_definer;
GRANT INSERT ON sessions TO airlog_auth;
GRANT UPDATE ON sessions TO airlog_auth;
GRANT UPDATE (acting_org_id) ON sessions TO airlog_definer;
GRANT DELETE ON sessions TO airlog_auth, airlog_definer;

-- -------------------- settings_records

CREATE TABLE settings_records (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  org_id integer NOT NULL,
  patient_id integer NOT NULL,
  history_id integer NOT NULL,
  status text NOT NULL,
  "values" jsonb NOT NULL,
  is_edit boolean NOT NULL DEFAULT false,
  submitted_by_id integer,
  submitted_by_name text,
  submitted_at timestamp with time zone,
  collected_at timestamp with time zone,
  source text,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  based_on_id integer,
  expires_at timestamp with time zone,
  sent_at timestamp with time zone,
  answered_at timestamp with time zone,
  failure text,
  refusal text,
  answer jsonb,
  dismissed_by_id integer,
  dismissed_by_name text,
  dismissed_at timestamp with time zone,
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT settings_records_pkey PRIMARY KEY (id),
  CONSTRAINT settings_records_org_id_patient_id_fkey FOREIGN KEY (org_id, patient_id) REFERENCES patients(org_id, id),
  CONSTRAINT settings_records_org_id_patient_id_history_id_fkey FOREIGN KEY (org_id, patient_id, history_id) REFERENCES device_history(org_id, patient_id, id) ON DELETE CASCADE,
  CONSTRAINT settings_dismissed CHECK ( CASE WHEN dismissed_at IS NULL THEN num_nonnulls(dismissed_by_id, dismissed_by_name) = 0 ELSE (status = ANY (ARRAY['failed'::text, 'void'::text])) AND num_nonnulls(dismissed_by_id, dismissed_by_name) = 2 END),
  CONSTRAINT settings_records_answer_check CHECK (jsonb_typeof(answer) = 'object'::text),
  CONSTRAINT settings_records_failure_check CHECK (failure = ANY (ARRAY['refused'::text, 'expired'::text, 'device-ended'::text])),
  CONSTRAINT settings_records_refusal_check CHECK (length(refusal) <= 500),
  CONSTRAINT settings_records_status_check CHECK (status = ANY (ARRAY['current'::text, 'past'::text, 'pending'::text, 'failed'::text, 'void'::text, 'defaults'::text])),
  CONSTRAINT settings_records_values_check CHECK (jsonb_typeof("values") = 'object'::text)
) WITH (autovacuum_vacuum_scale_factor=0.02, autovacuum_analyze_scale_factor=0.02);

CREATE INDEX settings_changes_failure ON settings_records USING btree (failure, created_at, id) WHERE failure IS NOT NULL;
CREATE INDEX settings_changes_org ON settings_records USING btree (org_id, created_at, id) WHERE is_edit;
CREATE INDEX settings_changes_page ON settings_records USING btree (created_at, id) WHERE is_edit;
CREATE INDEX settings_changes_status ON settings_records USING btree (status, created_at, id) WHERE is_edit;
CREATE INDEX settings_expiring ON settings_records USING btree (expires_at) WHERE status = 'pending'::text;
CREATE INDEX settings_failed ON settings_records USING btree (history_id, created_at) WHERE status = 'failed'::text;
CREATE INDEX settings_history ON settings_records USING btree (history_id, created_at DESC);
CREATE UNIQUE INDEX settings_one_current ON settings_records USING btree (history_id) WHERE status = ANY (ARRAY['current'::text, 'defaults'::text]);
CREATE UNIQUE INDEX settings_one_pending ON settings_records USING btree (history_id) WHERE status = 'pending'::text;
CREATE INDEX settings_waiting ON settings_records USING btree (submitted_at) WHERE status = 'pending'::text;

CREATE TRIGGER noted_added AFTER INSERT ON settings_records FOR EACH ROW EXECUTE FUNCTION settings_record_noted();
CREATE TRIGGER noted_deleted AFTER DELETE ON settings_records REFERENCING OLD TABLE AS was FOR EACH STATEMENT
  EXECUTE FUNCTION patient_rows_deleted('SettingsRecord');
CREATE TRIGGER noted_updated AFTER UPDATE ON settings_records FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*)
  EXECUTE FUNCTION settings_record_noted();
CREATE TRIGGER settings_records_dismissed_with BEFORE UPDATE OF dismissed_by_id, dismissed_by_name, dismissed_at ON settings_records FOR EACH STATEMENT
  EXECUTE FUNCTION needs_permission('update.device.settings');
CREATE TRIGGER settings_records_ended_with BEFORE UPDATE OF status, failure ON settings_records FOR EACH STATEMENT
  EXECUTE FUNCTION needs_permission('update.device.settings', 'update.device', 'delete.device');
CREATE TRIGGER settings_records_inbox AFTER UPDATE OF status ON settings_records FOR EACH ROW WHEN (new.is_edit AND old.status = 'pending'::text AND ((new.status = ANY (ARRAY['current'::text, 'past'::text, 'failed'::text])) OR new.failure = 'device-ended'::text))
  EXECUTE FUNCTION settings_records_inbox();
CREATE TRIGGER settings_records_submitted_with BEFORE INSERT ON settings_records FOR EACH STATEMENT
  EXECUTE FUNCTION needs_permission('update.device.settings');
CREATE TRIGGER settings_records_when_updated BEFORE UPDATE ON settings_records FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*)
  EXECUTE FUNCTION row_updated();
CREATE TRIGGER settings_states AFTER INSERT OR DELETE OR UPDATE OF status, is_edit, submitted_at, dismissed_at, answered_at, expires_at, failure ON settings_records FOR EACH ROW
  EXECUTE FUNCTION settings_states();
CREATE TRIGGER settings_written_by_staff BEFORE INSERT OR UPDATE ON settings_records FOR EACH ROW
  EXECUTE FUNCTION settings_written_by_staff();

CREATE FUNCTION settings_record_noted()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare event text;
begin
  perform from device_states s where s.history_id = new.history_id for no key update;
  if tg_op = 'UPDATE' and new.is_edit and old.status = 'pending' then
    event := case when new.status in ('current', 'past') then 'settings.delivered'
                  when new.status = 'failed' or new.failure = 'device-ended' then 'settings.failed' end;
  end if;
  insert into changes (org_id, type, row_id, event)
  select o, 'SettingsRecord', new.id, event from device_states s cross join unnest(s.visible_org_ids) o where s.history_id = new.history_id;
  return null;
end $function$;
ALTER FUNCTION settings_record_noted() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION settings_record_noted() FROM PUBLIC;
CREATE FUNCTION settings_records_inbox()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into inbox_items (org_id, user_id, kind, patient_org_id, patient_id, history_id)
    select u.org_id, u.id, case when new.status in ('current', 'past') then 'settings-delivered' else 'settings-failed' end, new.org_id, new.patient_id, new.history_id
      from users u where u.id = new.submitted_by_id and not u.is_service;
  return null;
end $function$;
ALTER FUNCTION settings_records_inbox() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION settings_records_inbox() FROM PUBLIC;
CREATE FUNCTION settings_states()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare history int := coalesce(new.history_id, old.history_id);
begin
  -- The lock: of two concurrent changes the later one sees both.
  perform from device_states s where s.history_id = history for no key update;
  update device_states s set settings_state = now.state, submitted_at = now.submitted_at, failed_at = failed_at_of(history) from settings_state_of(history) now
   where s.history_id = history and (s.settings_state, s.submitted_at, s.failed_at) is distinct from (now.state, now.submitted_at, failed_at_of(history));
  return null;
end $function$;
ALTER FUNCTION settings_states() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION settings_states() FROM PUBLIC;
CREATE FUNCTION settings_written_by_staff()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not is_staff() then return new; end if;
  if tg_op = 'INSERT' then
    if (new.status, new.is_edit) is distinct from ('pending', true) or new.submitted_by_id is distinct from ctx_user()
      or num_nonnulls(new.collected_at, new.source, new.sent_at, new.answered_at, new.failure, new.refusal, new.answer, new.dismissed_at) > 0 then
      perform refuse('Staff adds submitted changes only.');
    end if;
  elsif new.dismissed_at is not null then
    if old.dismissed_at is not null or old.status not in ('failed', 'void') or (new.status, new.failure) is distinct from (old.status, old.failure)
      or new.dismissed_by_id is distinct from ctx_user() then
      perform refuse('Staff dismisses a change that was not delivered once, in its own name.');
    end if;
  elsif (old.status, new.status) is distinct from ('pending', 'void') or new.failure is distinct from old.failure and new.failure <> 'device-ended' then
    perform refuse('Staff ends a pending change only, as void.');
  end if;
  return new;
end $function$;

ALTER TABLE settings_records ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY acting ON settings_records AS RESTRICTIVE FOR ALL TO airlog_acting
  USING ((EXISTS ( SELECT FROM patients p WHERE p.id = settings_records.patient_id OFFSET 0)));
CREATE POLICY child ON settings_records FOR ALL TO airlog_org
  USING ((EXISTS ( SELECT FROM patients p WHERE p.id = settings_records.patient_id OFFSET 0)));
CREATE POLICY definer ON settings_records FOR SELECT TO airlog_definer USING (true);
CREATE POLICY definer_insert ON settings_records FOR INSERT TO airlog_definer WITH CHECK (true);
CREATE POLICY device ON settings_records FOR ALL TO airlog_device
  USING ((EXISTS ( SELECT FROM device_history h WHERE h.id = settings_records.history_id)));
CREATE POLICY jobs ON settings_records FOR ALL TO airlog_jobs USING (true) WITH CHECK (true);
CREATE POLICY support ON settings_records FOR ALL TO airlog_support USING (true) WITH CHECK (true);

GRANT SELECT ON settings_records TO airlog_definer, airlog_device, airlog_jobs, airlog_org, airlog_support;
GRANT INSERT ON settings_records TO airlog_definer, airlog_device, airlog_jobs, airlog_org, airlog_support;
GRANT UPDATE (status, collected_at, source, answered_at, failure) ON settings_records TO airlog_jobs;
GRANT UPDATE (status, collected_at, source, sent_at, answered_at, failure, refusal, answer)
  ON settings_records TO airlog_device;
GRANT UPDATE (status, failure, dismissed_by_id, dismissed_by_name, dismissed_at)
  ON settings_records TO airlog_org, airlog_support;

-- -------------------- sms_messages

CREATE TABLE sms_messages (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  phone text NOT NULL,
  body text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT sms_messages_pkey PRIMARY KEY (id)
);

CREATE INDEX sms_messages_created ON sms_messages USING btree (created_at);

ALTER TABLE sms_messages ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY auth ON sms_messages FOR ALL TO airlog_auth USING (true) WITH CHECK (true);

GRANT SELECT ON sms_messages TO airlog_auth;
GRANT INSERT ON sms_messages TO airlog_auth;
GRANT DELETE ON sms_messages TO airlog_auth;

-- -------------------- socket_owners

CREATE TABLE socket_owners (
  socket_id text NOT NULL,
  org_id integer NOT NULL,
  user_id integer NOT NULL,
  session_hash bytea NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT socket_owners_pkey PRIMARY KEY (socket_id),
  CONSTRAINT socket_owners_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE,
  CONSTRAINT socket_owners_socket_id_check CHECK (socket_id ~ '^[0-9]+[.][0-9]+$'::text AND length(socket_id) <= 40)
);

CREATE INDEX socket_owners_created ON socket_owners USING btree (created_at);
CREATE INDEX socket_owners_session ON socket_owners USING btree (session_hash, created_at DESC);
CREATE INDEX socket_owners_user ON socket_owners USING btree (org_id, user_id);

ALTER TABLE socket_owners ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY auth ON socket_owners FOR ALL TO airlog_auth USING (true) WITH CHECK (true);

GRANT SELECT ON socket_owners TO airlog_auth;
GRANT INSERT ON socket_owners TO airlog_auth;
GRANT UPDATE ON socket_owners TO airlog_auth;
GRANT DELETE ON socket_owners TO airlog_auth;

-- -------------------- suppressed_emails

CREATE TABLE suppressed_emails (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  email text NOT NULL,
  reason text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT suppressed_emails_pkey PRIMARY KEY (id)
);

CREATE UNIQUE INDEX suppressed_emails_email ON suppressed_emails USING btree (lower(email));
CREATE INDEX suppressed_emails_order ON suppressed_emails USING btree (email, id);

CREATE TRIGGER suppressed_emails_deleted_with BEFORE DELETE ON suppressed_emails FOR EACH STATEMENT
  EXECUTE FUNCTION needs_permission('delete.suppressed_email');

ALTER TABLE suppressed_emails ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY auth ON suppressed_emails FOR ALL TO airlog_auth USING (true) WITH CHECK (true);
CREATE POLICY support ON suppressed_emails FOR ALL TO airlog_support USING (true);

GRANT SELECT ON suppressed_emails TO airlog_auth, airlog_support;
GRANT INSERT ON suppressed_emails TO airlog_auth;
GRANT UPDATE ON suppressed_emails TO airlog_auth;
GRANT DELETE ON suppressed_emails TO airlog_support;

-- -------------------- table_preferences

CREATE TABLE table_preferences (
  org_id integer NOT NULL,
  user_id integer NOT NULL,
  table_name text NOT NULL,
  hidden_columns text[],
  column_order text[],
  page_size integer,
  density text,
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  column_widths jsonb,
  CONSTRAINT table_preferences_pkey PRIMARY KEY (user_id, table_name),
  CONSTRAINT table_preferences_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE,
  CONSTRAINT table_preferences_column_order_check CHECK (cardinality(column_order) <= 100),
  CONSTRAINT table_preferences_column_widths_check CHECK (jsonb_typeof(column_widths) = 'array'::text AND jsonb_array_length(column_widths) <= 100),
  CONSTRAINT table_preferences_density_check CHECK (density = ANY (ARRAY['comfortable'::text, 'compact'::text])),
  CONSTRAINT table_preferences_hidden_columns_check CHECK (cardinality(hidden_columns) <= 100),
  CONSTRAINT table_preferences_page_size_check CHECK (page_size >= 1 AND page_size <= 500),
  CONSTRAINT table_preferences_table_name_check CHECK (table_name ~ '^[a-z][a-z0-9-]{0,63}$'::text)
);

ALTER TABLE table_preferences ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY definer ON table_preferences FOR SELECT TO airlog_definer USING (true);
CREATE POLICY own_user ON table_preferences FOR ALL TO airlog_org USING (org_id = ctx_org() AND user_id = ctx_user());
CREATE POLICY own_user_support ON table_preferences FOR ALL TO airlog_support
  USING (org_id = ctx_org() AND user_id = ctx_user());

GRANT SELECT ON table_preferences TO airlog_definer, airlog_org, airlog_support;
GRANT INSERT ON table_preferences TO airlog_org, airlog_support;
GRANT UPDATE (hidden_columns, column_order, page_size, density, updated_at, column_widths)
  ON table_preferences TO airlog_org, airlog_support;

-- -------------------- therapy_start_versions

CREATE TABLE therapy_start_versions (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  org_id integer NOT NULL,
  patient_id integer NOT NULL,
  therapy_start date,
  known tstzrange NOT NULL,
  actor_user_id integer,
  actor_name text,
  actor_email text,
  CONSTRAINT therapy_start_versions_pkey PRIMARY KEY (id),
  CONSTRAINT therapy_start_versions_patient_id_known_excl EXCLUDE USING gist (patient_id WITH =, known WITH &&),
  CONSTRAINT therapy_start_versions_org_id_patient_id_fkey FOREIGN KEY (org_id, patient_id) REFERENCES patients(org_id, id) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT therapy_start_versions_known_check CHECK (NOT isempty(known))
);

CREATE INDEX therapy_start_versions_patient ON therapy_start_versions USING btree (org_id, patient_id);

ALTER TABLE therapy_start_versions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY acting ON therapy_start_versions AS RESTRICTIVE FOR ALL TO airlog_acting
  USING ((EXISTS ( SELECT FROM patients p WHERE p.id = therapy_start_versions.patient_id)));
CREATE POLICY child ON therapy_start_versions FOR SELECT TO airlog_org
  USING ((EXISTS ( SELECT FROM patients p WHERE p.id = therapy_start_versions.patient_id)));
CREATE POLICY definer ON therapy_start_versions FOR ALL TO airlog_definer USING (true) WITH CHECK (true);
CREATE POLICY jobs ON therapy_start_versions FOR SELECT TO airlog_jobs USING (true);
CREATE POLICY support ON therapy_start_versions FOR SELECT TO airlog_support USING (true);

GRANT SELECT ON therapy_start_versions TO airlog_definer, airlog_jobs, airlog_org, airlog_support;
GRANT INSERT ON therapy_start_versions TO airlog_definer;
GRANT UPDATE (known) ON therapy_start_versions TO airlog_definer;

-- -------------------- trusted_domains

CREATE TABLE trusted_domains (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  org_id integer NOT NULL,
  name text NOT NULL,
  created_by_id integer NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  created_by_org_id integer NOT NULL,
  CONSTRAINT trusted_domains_pkey PRIMARY KEY (id),
  CONSTRAINT trusted_domains_org_id_id_key UNIQUE (org_id, id),
  CONSTRAINT trusted_domains_unique_name UNIQUE (org_id, name),
  CONSTRAINT trusted_domains_created_by_org_id_created_by_id_fkey FOREIGN KEY (created_by_org_id, created_by_id) REFERENCES users(org_id, id),
  CONSTRAINT trusted_domains_org_id_fkey FOREIGN KEY (org_id) REFERENCES organizations(id),
  CONSTRAINT trusted_domains_name_check CHECK (length(name) >= 1 AND length(name) <= 100 AND name = lower(name))
);

CREATE INDEX trusted_domains_creator ON trusted_domains USING btree (created_by_org_id, created_by_id);
CREATE INDEX trusted_domains_name_order ON trusted_domains USING btree (name, id);

CREATE TRIGGER trusted_domains_creator BEFORE INSERT ON trusted_domains FOR EACH ROW
  EXECUTE FUNCTION trusted_domain_creator();
CREATE TRIGGER trusted_domains_written_with BEFORE INSERT OR DELETE ON trusted_domains FOR EACH STATEMENT
  EXECUTE FUNCTION needs_permission('update.org.settings');

CREATE FUNCTION trusted_domain_creator()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.created_by_org_id := coalesce(ctx_org(), new.org_id);
  return new;
end $function$;

ALTER TABLE trusted_domains ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY acting ON trusted_domains AS RESTRICTIVE FOR ALL TO airlog_acting USING (org_id = ctx_acting());
CREATE POLICY definer ON trusted_domains FOR SELECT TO airlog_definer USING (true);
CREATE POLICY own ON trusted_domains FOR ALL TO airlog_org USING (org_id = ctx_org());
CREATE POLICY support ON trusted_domains FOR ALL TO airlog_support USING (true) WITH CHECK (true);

GRANT SELECT ON trusted_domains TO airlog_definer, airlog_org, airlog_support;
GRANT INSERT ON trusted_domains TO airlog_org, airlog_support;
GRANT DELETE ON trusted_domains TO airlog_org, airlog_support;

-- -------------------- upload_files

CREATE TABLE upload_files (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  org_id integer NOT NULL,
  upload_id integer NOT NULL,
  place integer NOT NULL,
  name text NOT NULL,
  byte_count integer NOT NULL,
  sha256 bytea NOT NULL,
  format text,
  state text NOT NULL DEFAULT 'queued'::text,
  warnings jsonb NOT NULL DEFAULT '[]'::jsonb,
  last_night date,
  CONSTRAINT upload_files_pkey PRIMARY KEY (id),
  CONSTRAINT upload_files_upload_id_place_key UNIQUE (upload_id, place),
  CONSTRAINT upload_files_org_id_upload_id_fkey FOREIGN KEY (org_id, upload_id) REFERENCES uploads(org_id, id) ON DELETE CASCADE,
  CONSTRAINT upload_files_byte_count_check CHECK (byte_count > 0),
  CONSTRAINT upload_files_name_check CHECK (length(name) >= 1 AND length(name) <= 255),
  CONSTRAINT upload_files_place_check CHECK (place >= 0 AND place <= 19),
  CONSTRAINT upload_files_sha256_check CHECK (length(sha256) = 32),
  CONSTRAINT upload_files_state_check CHECK (state = ANY (ARRAY['queued'::text, 'parsed'::text, 'partly'::text, 'refused'::text])),
  CONSTRAINT upload_files_warnings_check CHECK (jsonb_typeof(warnings) = 'array'::text)
);

CREATE INDEX upload_files_upload ON upload_files USING btree (org_id, upload_id);

CREATE TRIGGER upload_files_written_by_staff BEFORE INSERT ON upload_files FOR EACH ROW
  EXECUTE FUNCTION upload_file_written_by_staff();

CREATE FUNCTION upload_file_written_by_staff()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if is_staff() and new.state <> 'queued' then perform refuse('The job reads a file.'); end if;
  return new;
end $function$;

ALTER TABLE upload_files ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY acting ON upload_files AS RESTRICTIVE FOR ALL TO airlog_acting
  USING ((EXISTS ( SELECT FROM uploads u WHERE u.id = upload_files.upload_id)));
CREATE POLICY child ON upload_files FOR ALL TO airlog_org
  USING ((EXISTS ( SELECT FROM uploads u WHERE u.id = upload_files.upload_id)));
CREATE POLICY definer ON upload_files FOR SELECT TO airlog_definer USING (true);
CREATE POLICY jobs ON upload_files FOR ALL TO airlog_jobs USING (true) WITH CHECK (true);
CREATE POLICY support ON upload_files FOR ALL TO airlog_support USING (true) WITH CHECK (true);

GRANT SELECT ON upload_files TO airlog_definer, airlog_jobs, airlog_org, airlog_support;
GRANT INSERT ON upload_files TO airlog_org, airlog_support;
GRANT UPDATE (format, state, warnings, last_night) ON upload_files TO airlog_jobs;

-- -------------------- upload_readings

CREATE TABLE upload_readings (
  org_id integer NOT NULL,
  upload_id integer NOT NULL,
  reading jsonb NOT NULL,
  CONSTRAINT upload_readings_pkey PRIMARY KEY (upload_id),
  CONSTRAINT upload_readings_org_id_upload_id_fkey FOREIGN KEY (org_id, upload_id) REFERENCES uploads(org_id, id) ON DELETE CASCADE,
  CONSTRAINT upload_readings_reading_check CHECK (jsonb_typeof(reading) = 'object'::text)
);

CREATE INDEX upload_readings_upload ON upload_readings USING btree (org_id, upload_id);

ALTER TABLE upload_readings ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY jobs ON upload_readings FOR ALL TO airlog_jobs USING (true) WITH CHECK (true);

GRANT SELECT ON upload_readings TO airlog_jobs;
GRANT INSERT ON upload_readings TO airlog_jobs;
GRANT DELETE ON upload_readings TO airlog_jobs;

-- -------------------- uploads

CREATE TABLE uploads (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  org_id integer NOT NULL,
  user_org_id integer NOT NULL,
  user_id integer NOT NULL,
  sent_by text NOT NULL,
  is_limited boolean NOT NULL DEFAULT false,
  digest bytea NOT NULL,
  storage_key text NOT NULL,
  state text NOT NULL DEFAULT 'queued'::text,
  reason text,
  machine_org_id integer,
  machine_id integer,
  serial text,
  file_count integer NOT NULL,
  byte_count integer NOT NULL,
  night_count integer NOT NULL DEFAULT 0,
  added_count integer NOT NULL DEFAULT 0,
  parser text,
  parser_version smallint,
  confidence jsonb,
  warnings jsonb NOT NULL DEFAULT '[]'::jsonb,
  attempts smallint NOT NULL DEFAULT 0,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  ended_at timestamp(3) with time zone,
  preview boolean NOT NULL DEFAULT false,
  confirmed text,
  files_removed_at timestamp(3) with time zone,
  completed_count integer NOT NULL DEFAULT 0,
  first_night date,
  last_night date,
  shift_days integer NOT NULL DEFAULT 0,
  voided_nights date[] NOT NULL DEFAULT '{}'::date[],
  voided_count integer NOT NULL GENERATED ALWAYS AS (cardinality(voided_nights)) STORED,
  turn bigint,
  read_by uuid,
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT uploads_pkey PRIMARY KEY (id),
  CONSTRAINT uploads_org_id_id_key UNIQUE (org_id, id),
  CONSTRAINT uploads_machine_org_id_machine_id_fkey FOREIGN KEY (machine_org_id, machine_id) REFERENCES machines(org_id, id),
  CONSTRAINT uploads_org_id_fkey FOREIGN KEY (org_id) REFERENCES organizations(id),
  CONSTRAINT uploads_user_org_id_user_id_fkey FOREIGN KEY (user_org_id, user_id) REFERENCES users(org_id, id),
  CONSTRAINT uploads_byte_count_check CHECK (byte_count > 0),
  CONSTRAINT uploads_check CHECK ((machine_org_id IS NULL) = (machine_id IS NULL)),
  CONSTRAINT uploads_check1 CHECK (files_removed_at IS NULL OR (state = ANY (ARRAY['parsed'::text, 'partly'::text, 'refused'::text]))),
  CONSTRAINT uploads_confidence_check CHECK (jsonb_typeof(confidence) = 'object'::text),
  CONSTRAINT uploads_confirmed_check CHECK (confirmed ~ '^[0-9a-f]{64}$'::text),
  CONSTRAINT uploads_digest_check CHECK (length(digest) = 32),
  CONSTRAINT uploads_file_count_check CHECK (file_count >= 1 AND file_count <= 20),
  CONSTRAINT uploads_reason_check CHECK (length(reason) <= 50),
  CONSTRAINT uploads_sent_by_check CHECK (length(sent_by) <= 255),
  CONSTRAINT uploads_shift_days_check CHECK (shift_days >= '-7305'::integer AND shift_days <= 7305),
  CONSTRAINT uploads_state_check CHECK (state = ANY (ARRAY['queued'::text, 'parsing'::text, 'to_confirm'::text, 'parsed'::text, 'partly'::text, 'refused'::text])),
  CONSTRAINT uploads_storage_key_check CHECK (storage_key ~ '^\d+/[0-9a-f-]{36}$'::text),
  CONSTRAINT uploads_turn_check CHECK (turn > 0),
  CONSTRAINT uploads_warnings_check CHECK (jsonb_typeof(warnings) = 'array'::text)
);

CREATE UNIQUE INDEX uploads_content ON uploads USING btree (org_id, digest, (
CASE
    WHEN is_limited THEN user_id
    ELSE 0
END)) WHERE files_removed_at IS NULL;
CREATE INDEX uploads_created ON uploads USING btree (org_id, created_at, id);
CREATE INDEX uploads_every_created ON uploads USING btree (created_at, id);
CREATE INDEX uploads_kept ON uploads USING btree (created_at, id) WHERE files_removed_at IS NULL;
CREATE INDEX uploads_machine ON uploads USING btree (machine_org_id, machine_id);
CREATE INDEX uploads_open ON uploads USING btree (created_at) WHERE state = ANY (ARRAY['queued'::text, 'parsing'::text]);
CREATE INDEX uploads_search ON uploads USING gin (serial gin_trgm_ops);
CREATE INDEX uploads_sender ON uploads USING btree (sent_by, id);
CREATE INDEX uploads_serial_order ON uploads USING btree (serial NULLS FIRST, id);
CREATE INDEX uploads_state ON uploads USING btree (state, created_at, id);
CREATE UNIQUE INDEX uploads_storage ON uploads USING btree (storage_key);
CREATE INDEX uploads_to_confirm ON uploads USING btree (created_at) WHERE state = 'to_confirm'::text;
CREATE INDEX uploads_turn ON uploads USING btree (turn) WHERE turn IS NOT NULL;
CREATE INDEX uploads_turns ON uploads USING btree (org_id, turn) WHERE turn IS NOT NULL;
CREATE INDEX uploads_user ON uploads USING btree (user_org_id, user_id);

CREATE TRIGGER noted AFTER INSERT OR DELETE ON uploads FOR EACH ROW EXECUTE FUNCTION own_row_noted('Upload');
CREATE TRIGGER noted_updated AFTER UPDATE ON uploads FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state OR old.reason IS DISTINCT FROM new.reason OR old.machine_id IS DISTINCT FROM new.machine_id OR old.night_count IS DISTINCT FROM new.night_count OR old.added_count IS DISTINCT FROM new.added_count OR old.completed_count IS DISTINCT FROM new.completed_count OR old.voided_nights IS DISTINCT FROM new.voided_nights OR old.files_removed_at IS DISTINCT FROM new.files_removed_at OR old.shift_days IS DISTINCT FROM new.shift_days)
  EXECUTE FUNCTION own_row_noted('Upload');
CREATE TRIGGER uploads_moved_by_staff BEFORE INSERT OR UPDATE ON uploads FOR EACH ROW WHEN (new.shift_days <> 0)
  EXECUTE FUNCTION upload_moved_by_staff();
CREATE TRIGGER uploads_when_updated BEFORE UPDATE ON uploads FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state OR old.reason IS DISTINCT FROM new.reason OR old.machine_id IS DISTINCT FROM new.machine_id OR old.night_count IS DISTINCT FROM new.night_count OR old.added_count IS DISTINCT FROM new.added_count OR old.completed_count IS DISTINCT FROM new.completed_count OR old.voided_nights IS DISTINCT FROM new.voided_nights OR old.files_removed_at IS DISTINCT FROM new.files_removed_at OR old.shift_days IS DISTINCT FROM new.shift_days)
  EXECUTE FUNCTION row_updated();
CREATE TRIGGER uploads_written_by_staff BEFORE INSERT OR DELETE OR UPDATE ON uploads FOR EACH ROW
  EXECUTE FUNCTION upload_written_by_staff();

CREATE FUNCTION upload_moved_by_staff()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not is_staff() then return new; end if;
  if not ctx_may('update.machine.date_change_utility') then perform refuse('Not permitted: update.machine.date_change_utility'); end if;
  return new;
end $function$;
CREATE FUNCTION upload_written_by_staff()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not is_staff() then return coalesce(new, old); end if;
  if not ctx_may('upload.device.usage') then perform refuse('Not permitted: upload.device.usage'); end if;
  if tg_op = 'DELETE' then
    if old.state <> 'to_confirm' then perform refuse('Only an upload that waits for a confirmation is discarded.'); end if;
    return old;
  end if;
  if tg_op = 'UPDATE' and old.state in ('queued', 'parsing') then
    -- The same files were sent without a preview while they were read.
    if new.state <> old.state or (new.user_org_id, new.user_id) is distinct from (old.user_org_id, old.user_id) or not old.preview or new.preview then
      perform refuse('An upload that is read is changed only to have no preview.');
    end if;
    return new;
  end if;
  if (new.user_org_id, new.user_id) is distinct from (ctx_org(), ctx_user()) then perform refuse('An upload names the user who sent it.'); end if;
  if tg_op = 'INSERT' then
    new.is_limited := current_user = 'airlog_limited';
    new.turn := null;
    new.read_by := null;
  elsif old.state not in ('refused', 'to_confirm') then
    perform refuse('Only a refused upload is read again, and only one that waits is confirmed.');
  end if;
  if new.state <> 'queued' then perform refuse('The job reads an upload.'); end if;
  if new.machine_id is not null and not exists (select from machines m where m.id = new.machine_id) then
    perform refuse('The device of an upload is one that the user sees.');
  end if;
  return new;
end $function$;

ALTER TABLE uploads ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY acting ON uploads AS RESTRICTIVE FOR ALL TO airlog_acting USING (org_id = ctx_acting());
CREATE POLICY definer ON uploads FOR SELECT TO airlog_definer USING (true);
CREATE POLICY jobs ON uploads FOR ALL TO airlog_jobs USING (true) WITH CHECK (true);
CREATE POLICY own ON uploads FOR ALL TO airlog_org USING (org_id = ctx_org());
CREATE POLICY own_user ON uploads AS RESTRICTIVE FOR ALL TO airlog_limited USING (user_id = ctx_user());
CREATE POLICY support ON uploads FOR ALL TO airlog_support USING (true) WITH CHECK (true);

GRANT SELECT ON uploads TO airlog_definer, airlog_jobs, airlog_org, airlog_support;
GRANT INSERT ON uploads TO airlog_org, airlog_support;
GRANT UPDATE (state, reason, machine_org_id, machine_id, serial, night_count, added_count, parser, parser_version, confidence, warnings, attempts, ended_at, preview, confirmed, files_removed_at, completed_count, first_night, last_night, shift_days, voided_nights, turn, read_by)
  ON uploads TO airlog_jobs;
GRANT UPDATE (user_org_id, user_id, sent_by, state, reason, machine_org_id, machine_id, attempts, ended_at, preview, confirmed, shift_days)
  ON uploads TO airlog_org, airlog_support;
GRANT DELETE ON uploads TO airlog_jobs, airlog_org, airlog_support;

-- -------------------- usage_date_changes

CREATE TABLE usage_date_changes (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  org_id integer,
  patient_id integer,
  machine_org_id integer NOT NULL,
  machine_id integer NOT NULL,
  night_id bigint NOT NULL,
  source text NOT NULL,
  night date NOT NULL,
  old_date date NOT NULL,
  new_date date NOT NULL,
  actor_user_id integer NOT NULL,
  email text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT usage_date_changes_pkey PRIMARY KEY (id),
  CONSTRAINT usage_date_changes_machine_org_id_machine_id_fkey FOREIGN KEY (machine_org_id, machine_id) REFERENCES machines(org_id, id),
  CONSTRAINT usage_date_changes_org_id_patient_id_fkey FOREIGN KEY (org_id, patient_id) REFERENCES patients(org_id, id),
  CONSTRAINT usage_date_changes_check CHECK (new_date <> old_date),
  CONSTRAINT usage_date_changes_check1 CHECK ((org_id IS NULL) = (patient_id IS NULL)),
  CONSTRAINT usage_date_changes_source_check CHECK (source = ANY (ARRAY['wireless'::text, 'sd'::text, 'qr'::text]))
);

CREATE INDEX usage_date_changes_machine ON usage_date_changes USING btree (machine_id, created_at, id);
CREATE INDEX usage_date_changes_patient ON usage_date_changes USING btree (org_id, patient_id);

ALTER TABLE usage_date_changes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY acting ON usage_date_changes AS RESTRICTIVE FOR ALL TO airlog_acting
  USING (CASE WHEN patient_id IS NULL THEN (EXISTS ( SELECT FROM machines m WHERE m.id = usage_date_changes.machine_id AND CASE WHEN m.handed_over THEN usage_date_changes.created_at >= ctx_machine_day_since(m.id, usage_date_changes.old_date) ELSE true END)) ELSE (EXISTS ( SELECT FROM patients p WHERE p.id = usage_date_changes.patient_id)) END);
CREATE POLICY child ON usage_date_changes FOR SELECT TO airlog_org
  USING (CASE WHEN patient_id IS NULL THEN (EXISTS ( SELECT FROM machines m WHERE m.id = usage_date_changes.machine_id AND CASE WHEN m.handed_over THEN usage_date_changes.created_at >= ctx_machine_day_since(m.id, usage_date_changes.old_date) ELSE true END)) ELSE (EXISTS ( SELECT FROM patients p WHERE p.id = usage_date_changes.patient_id)) END);
CREATE POLICY definer ON usage_date_changes FOR ALL TO airlog_definer USING (true) WITH CHECK (true);
CREATE POLICY support ON usage_date_changes FOR SELECT TO airlog_support USING (true);

GRANT SELECT ON usage_date_changes TO airlog_definer, airlog_org, airlog_support;
GRANT INSERT ON usage_date_changes TO airlog_definer;

-- -------------------- usage_night_returns

CREATE TABLE usage_night_returns (
  night_id bigint NOT NULL,
  usage_date date NOT NULL,
  machine_id integer NOT NULL,
  patient_id integer,
  CONSTRAINT usage_night_returns_pkey PRIMARY KEY (night_id, usage_date)
);

CREATE INDEX usage_night_returns_machine ON usage_night_returns USING btree (machine_id, usage_date);

ALTER TABLE usage_night_returns ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY definer ON usage_night_returns FOR ALL TO airlog_definer USING (true) WITH CHECK (true);

GRANT SELECT ON usage_night_returns TO airlog_definer;
GRANT INSERT ON usage_night_returns TO airlog_definer;
GRANT UPDATE (patient_id) ON usage_night_returns TO airlog_definer;

-- -------------------- usage_night_versions

CREATE TABLE usage_night_versions (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  night_id bigint NOT NULL,
  patient_id integer,
  minutes integer NOT NULL,
  until timestamp with time zone NOT NULL,
  usage_date date NOT NULL,
  state smallint NOT NULL,
  since timestamp with time zone NOT NULL,
  CONSTRAINT usage_night_versions_pkey PRIMARY KEY (id),
  CONSTRAINT usage_night_versions_check CHECK (since < until),
  CONSTRAINT usage_night_versions_minutes_check CHECK (minutes >= 0 AND minutes <= 1440)
);

CREATE INDEX usage_night_versions_night ON usage_night_versions USING btree (night_id, until);
CREATE INDEX usage_night_versions_patient ON usage_night_versions USING btree (patient_id, usage_date) WHERE patient_id IS NOT NULL;

ALTER TABLE usage_night_versions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY definer ON usage_night_versions FOR ALL TO airlog_definer USING (true) WITH CHECK (true);

GRANT SELECT ON usage_night_versions TO airlog_definer;
GRANT INSERT ON usage_night_versions TO airlog_definer;

-- -------------------- usage_nights

CREATE TABLE usage_nights (
  id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  org_id integer,
  patient_id integer,
  machine_org_id integer NOT NULL,
  machine_id integer NOT NULL,
  night date NOT NULL,
  source text NOT NULL,
  overruled boolean NOT NULL DEFAULT false,
  minutes integer NOT NULL,
  ahi numeric(5,1),
  pressure numeric(4,1),
  p95 numeric(4,1),
  leak numeric(5,1),
  usage_date date NOT NULL,
  state smallint NOT NULL DEFAULT 1,
  record_no integer,
  sessions smallint,
  obstructive_apneas integer,
  central_apneas integer,
  unclassified_apneas integer,
  hypopneas integer,
  reras integer,
  sni numeric(5,1),
  arrived_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  drift_seconds bigint,
  upload_file_id bigint,
  device_date date,
  CONSTRAINT usage_nights_pkey PRIMARY KEY (id),
  CONSTRAINT usage_nights_machine_id_night_source_key UNIQUE (machine_id, night, source),
  CONSTRAINT usage_nights_machine_org_id_machine_id_fkey FOREIGN KEY (machine_org_id, machine_id) REFERENCES machines(org_id, id),
  CONSTRAINT usage_nights_org_id_patient_id_fkey FOREIGN KEY (org_id, patient_id) REFERENCES patients(org_id, id),
  CONSTRAINT usage_nights_central_apneas_check CHECK (central_apneas >= 0),
  CONSTRAINT usage_nights_check CHECK ((org_id IS NULL) = (patient_id IS NULL)),
  CONSTRAINT usage_nights_hypopneas_check CHECK (hypopneas >= 0),
  CONSTRAINT usage_nights_minutes_check CHECK (minutes >= 0 AND minutes <= 1440),
  CONSTRAINT usage_nights_obstructive_apneas_check CHECK (obstructive_apneas >= 0),
  CONSTRAINT usage_nights_record_no_check CHECK (record_no >= 0),
  CONSTRAINT usage_nights_reras_check CHECK (reras >= 0),
  CONSTRAINT usage_nights_sessions_check CHECK (sessions >= 0 AND sessions <= 999),
  CONSTRAINT usage_nights_source_check CHECK (source = ANY (ARRAY['wireless'::text, 'sd'::text, 'qr'::text])),
  CONSTRAINT usage_nights_unclassified_apneas_check CHECK (unclassified_apneas >= 0)
) WITH (autovacuum_vacuum_scale_factor=0.01, autovacuum_vacuum_insert_scale_factor=0.02, autovacuum_analyze_scale_factor=0.01);

CREATE INDEX usage_nights_device_date ON usage_nights USING btree (machine_id, device_date) WHERE night <> device_date;
CREATE INDEX usage_nights_known ON usage_nights USING btree (patient_id, usage_date) INCLUDE (minutes, source, overruled, state, night, machine_id, arrived_at);
CREATE INDEX usage_nights_listed ON usage_nights USING btree (usage_date, id) WHERE patient_id IS NOT NULL AND state = 1 AND NOT overruled;
CREATE INDEX usage_nights_machine ON usage_nights USING btree (machine_id, usage_date);

CREATE TRIGGER noted_added AFTER INSERT ON usage_nights REFERENCING NEW TABLE AS became FOR EACH STATEMENT
  EXECUTE FUNCTION patient_rows_noted('UsageNight');
CREATE TRIGGER noted_deleted AFTER DELETE ON usage_nights REFERENCING OLD TABLE AS was FOR EACH STATEMENT
  EXECUTE FUNCTION patient_rows_deleted('UsageNight');
CREATE TRIGGER noted_updated AFTER UPDATE ON usage_nights REFERENCING OLD TABLE AS was NEW TABLE AS became FOR EACH STATEMENT
  EXECUTE FUNCTION patient_rows_updated('UsageNight');
CREATE TRIGGER usage_nights_added AFTER INSERT ON usage_nights REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  EXECUTE FUNCTION usage_nights_added();
CREATE TRIGGER usage_nights_arrived AFTER INSERT ON usage_nights REFERENCING NEW TABLE AS arrived FOR EACH STATEMENT
  EXECUTE FUNCTION usage_nights_arrived();
CREATE TRIGGER usage_nights_changed AFTER UPDATE ON usage_nights REFERENCING OLD TABLE AS was NEW TABLE AS is_now FOR EACH STATEMENT
  EXECUTE FUNCTION usage_nights_changed();
CREATE TRIGGER usage_nights_moved AFTER UPDATE ON usage_nights REFERENCING OLD TABLE AS was NEW TABLE AS became FOR EACH STATEMENT
  EXECUTE FUNCTION usage_nights_moved();
CREATE TRIGGER usage_nights_owner BEFORE INSERT OR UPDATE OF usage_date, state ON usage_nights FOR EACH ROW
  EXECUTE FUNCTION usage_night_owner();
CREATE TRIGGER usage_nights_removed AFTER DELETE ON usage_nights REFERENCING OLD TABLE AS removed FOR EACH STATEMENT
  EXECUTE FUNCTION usage_nights_removed();

CREATE FUNCTION usage_night_owner()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform lock_nights(new.machine_id);
  if tg_op = 'INSERT' then
    new.usage_date := coalesce(new.usage_date, new.night);
    if new.patient_id is not null then return new; end if;
  elsif new.usage_date = old.usage_date then
    return new;
  elsif old.state = 9 then
    raise exception 'A voided night keeps its date.' using errcode = 'check_violation', constraint = 'usage_night_voided', table = 'usage_nights';
  end if;
  select h.org_id, h.patient_id into new.org_id, new.patient_id from device_history h
    where h.machine_id = new.machine_id and h.start_date <= new.usage_date and (h.end_date is null or new.usage_date < h.end_date);
  if not found and tg_op = 'UPDATE' then
    select p.org_id, p.id into new.org_id, new.patient_id from usage_night_returns r join patients p on p.id = r.patient_id
      where r.night_id = new.id and r.usage_date = new.usage_date;
  end if;
  return new;
end $function$;
ALTER FUNCTION usage_night_owner() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION usage_night_owner() FROM PUBLIC;
CREATE FUNCTION usage_nights_added()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform recompute_compliance(array (select distinct patient_id from added));
  return null;
end $function$;
ALTER FUNCTION usage_nights_added() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION usage_nights_added() FROM PUBLIC;
CREATE FUNCTION usage_nights_arrived()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform settle_nights(array_agg(a.machine_id), array_agg(a.usage_date), array_agg(a.patient_id) filter (where a.patient_id is not null)) from arrived a;
  return null;
end $function$;
ALTER FUNCTION usage_nights_arrived() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION usage_nights_arrived() FROM PUBLIC;
CREATE FUNCTION usage_nights_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not exists (select from was) then return null; end if;
  insert into usage_night_versions (night_id, patient_id, usage_date, minutes, state, since, until)
  select o.id, o.patient_id, o.usage_date, o.minutes, o.state, b.since, greatest(now(), b.since + interval '1 microsecond')
    from was o full join is_now n using (id)
    cross join lateral (select coalesce((select max(v.until) from usage_night_versions v where v.night_id = o.id), o.arrived_at) as since) b
   where (o.patient_id, o.usage_date, o.minutes, o.state) is distinct from (n.patient_id, n.usage_date, n.minutes, n.state);
  insert into usage_night_returns (night_id, usage_date, machine_id, patient_id)
  select o.id, o.usage_date, o.machine_id, o.patient_id from was o full join is_now n using (id) where o.usage_date is distinct from n.usage_date
  on conflict (night_id, usage_date) do update set patient_id = excluded.patient_id;
  perform recompute_compliance(array (
    select patient_id from (select id, patient_id, usage_date, minutes, overruled, state from was
                            except select id, patient_id, usage_date, minutes, overruled, state from is_now) gone
    union select patient_id from (select id, patient_id, usage_date, minutes, overruled, state from is_now
                                  except select id, patient_id, usage_date, minutes, overruled, state from was) come));
  return null;
end $function$;
ALTER FUNCTION usage_nights_changed() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION usage_nights_changed() FROM PUBLIC;
CREATE FUNCTION usage_nights_moved()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  machines int[];
  dates date[];
  patients int[];
begin
  if not exists (select from was) then return null; end if;
  select array_agg(c.machine_id), array_agg(c.usage_date), array_agg(c.patient_id) filter (where c.patient_id is not null)
    into machines, dates, patients
    from was o full join became n using (id)
    cross join lateral (values (o.machine_id, o.usage_date, o.patient_id), (n.machine_id, n.usage_date, n.patient_id)) c (machine_id, usage_date, patient_id)
   where (o.usage_date, o.state, o.patient_id, o.minutes) is distinct from (n.usage_date, n.state, n.patient_id, n.minutes);
  if machines is null then return null; end if; -- measurements only, and the second round of settle_nights
  if exists (
    select from (select distinct n.machine_id, n.source, n.usage_date from was o full join became n using (id) where o.usage_date is distinct from n.usage_date) k
     where (select count(*) from usage_nights u where u.machine_id = k.machine_id and u.usage_date = k.usage_date and u.source = k.source) > 2
  ) then
    raise exception 'A third night of one source has the same date' using errcode = 'check_violation', constraint = 'usage_nights_two_a_date', table = 'usage_nights';
  end if;
  perform settle_nights(machines, dates, patients);
  return null;
end $function$;
ALTER FUNCTION usage_nights_moved() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION usage_nights_moved() FROM PUBLIC;
CREATE FUNCTION usage_nights_removed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform recompute_compliance(array (select distinct patient_id from removed));
  return null;
end $function$;
ALTER FUNCTION usage_nights_removed() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION usage_nights_removed() FROM PUBLIC;

ALTER TABLE usage_nights ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY acting ON usage_nights AS RESTRICTIVE FOR ALL TO airlog_acting
  USING (CASE WHEN patient_id IS NULL THEN (EXISTS ( SELECT FROM machines m WHERE m.id = usage_nights.machine_id AND CASE WHEN m.handed_over THEN usage_nights.usage_date <@ ctx_machine_days(m.id) ELSE true END)) ELSE (EXISTS ( SELECT FROM patients p WHERE p.id = usage_nights.patient_id)) END);
CREATE POLICY child ON usage_nights FOR ALL TO airlog_org
  USING (CASE WHEN patient_id IS NULL THEN (EXISTS ( SELECT FROM machines m WHERE m.id = usage_nights.machine_id AND CASE WHEN m.handed_over THEN usage_nights.usage_date <@ ctx_machine_days(m.id) ELSE true END)) ELSE (EXISTS ( SELECT FROM patients p WHERE p.id = usage_nights.patient_id)) END);
CREATE POLICY definer ON usage_nights FOR ALL TO airlog_definer USING (true) WITH CHECK (true);
CREATE POLICY device_insert ON usage_nights FOR INSERT TO airlog_device
  WITH CHECK (CASE WHEN patient_id IS NULL THEN (EXISTS ( SELECT FROM machines m WHERE m.id = usage_nights.machine_id)) ELSE (EXISTS ( SELECT FROM device_history h WHERE h.machine_id = usage_nights.machine_id AND h.patient_id = usage_nights.patient_id)) END);
CREATE POLICY device_read ON usage_nights FOR SELECT TO airlog_device
  USING ((EXISTS ( SELECT FROM machines m WHERE m.id = usage_nights.machine_id)));
CREATE POLICY device_update ON usage_nights FOR UPDATE TO airlog_device
  USING ((EXISTS ( SELECT FROM machines m WHERE m.id = usage_nights.machine_id)));
CREATE POLICY jobs ON usage_nights FOR ALL TO airlog_jobs USING (true) WITH CHECK (true);
CREATE POLICY support ON usage_nights FOR ALL TO airlog_support USING (true) WITH CHECK (true);

GRANT SELECT ON usage_nights TO airlog_definer, airlog_device, airlog_jobs, airlog_org, airlog_support;
GRANT INSERT (machine_org_id, machine_id, night, source, minutes, ahi, pressure, p95, leak, state, record_no, sessions, obstructive_apneas, central_apneas, unclassified_apneas, hypopneas, reras, sni, arrived_at, drift_seconds, device_date)
  ON usage_nights TO airlog_device;
GRANT INSERT (machine_org_id, machine_id, night, source, minutes, ahi, pressure, p95, leak, usage_date, state, sessions, obstructive_apneas, central_apneas, unclassified_apneas, hypopneas, reras, sni, arrived_at, upload_file_id)
  ON usage_nights TO airlog_jobs;
GRANT INSERT (machine_org_id, machine_id, night, source, minutes, ahi, pressure, p95, sni, arrived_at)
  ON usage_nights TO airlog_definer;
GRANT UPDATE (minutes, ahi, pressure, p95, leak, state, record_no, sessions, obstructive_apneas, central_apneas, unclassified_apneas, hypopneas, reras, sni, arrived_at, drift_seconds)
  ON usage_nights TO airlog_device;
GRANT UPDATE (minutes, ahi, pressure, p95, leak, state, sessions, obstructive_apneas, central_apneas, unclassified_apneas, hypopneas, reras, sni, arrived_at, upload_file_id)
  ON usage_nights TO airlog_jobs;
GRANT UPDATE (org_id, patient_id, overruled, minutes, ahi, pressure, p95, usage_date, state, record_no, sni)
  ON usage_nights TO airlog_definer;

-- -------------------- user_accounts

CREATE TABLE user_accounts (
  id integer NOT NULL,
  org_id integer NOT NULL,
  email text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  phone text,
  user_type text NOT NULL,
  is_clinician boolean NOT NULL,
  notification_type text NOT NULL,
  mvc_enabled boolean NOT NULL,
  active boolean NOT NULL,
  locked boolean NOT NULL,
  email_verified_at timestamp with time zone,
  invitation_expires_at timestamp with time zone,
  two_factor_app_enabled boolean NOT NULL,
  two_factor_sms_enabled boolean NOT NULL,
  has_api boolean NOT NULL,
  last_successful_login timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL,
  version integer NOT NULL,
  state text NOT NULL GENERATED ALWAYS AS (
CASE
    WHEN (NOT active) THEN 'inactive'::text
    WHEN (email_verified_at IS NULL) THEN 'invited'::text
    WHEN locked THEN 'locked'::text
    ELSE 'active'::text
END) STORED,
  search_text text NOT NULL GENERATED ALWAYS AS (plain_text(((((email || ' '::text) || first_name) || ' '::text) || last_name))) STORED,
  name_key text NOT NULL GENERATED ALWAYS AS (((plain_text(last_name) || chr(9)) || plain_text(first_name))) STORED,
  country text NOT NULL DEFAULT 'US'::text,
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT user_accounts_pkey PRIMARY KEY (id),
  CONSTRAINT user_accounts_org_id_id_fkey FOREIGN KEY (org_id, id) REFERENCES users(org_id, id) ON DELETE CASCADE
);

CREATE INDEX user_accounts_created ON user_accounts USING btree (org_id, created_at, id);
CREATE INDEX user_accounts_email ON user_accounts USING btree (org_id, email, id);
CREATE INDEX user_accounts_every_created ON user_accounts USING btree (created_at, id);
CREATE INDEX user_accounts_every_email ON user_accounts USING btree (email, id);
CREATE INDEX user_accounts_every_login ON user_accounts USING btree (last_successful_login NULLS FIRST, id);
CREATE INDEX user_accounts_every_name ON user_accounts USING btree (last_name, id);
CREATE INDEX user_accounts_every_name_key ON user_accounts USING btree (name_key, id);
CREATE INDEX user_accounts_every_state ON user_accounts USING btree (state, email, id);
CREATE INDEX user_accounts_every_type ON user_accounts USING btree (user_type, email, id);
CREATE INDEX user_accounts_login ON user_accounts USING btree (org_id, last_successful_login NULLS FIRST, id);
CREATE INDEX user_accounts_name ON user_accounts USING btree (org_id, last_name, id);
CREATE INDEX user_accounts_name_key ON user_accounts USING btree (org_id, name_key, id);
CREATE INDEX user_accounts_search ON user_accounts USING gin (search_text gin_trgm_ops);
CREATE INDEX user_accounts_state ON user_accounts USING btree (org_id, state, email, id);
CREATE INDEX user_accounts_type ON user_accounts USING btree (org_id, user_type, email, id);
CREATE INDEX user_accounts_ventilator ON user_accounts USING btree (org_id, email, id) WHERE mvc_enabled;

ALTER TABLE user_accounts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY acting ON user_accounts AS RESTRICTIVE FOR ALL TO airlog_acting
  USING (CASE WHEN id = ctx_user() THEN true ELSE org_id = ctx_acting() END);
CREATE POLICY definer ON user_accounts FOR ALL TO airlog_definer USING (true) WITH CHECK (true);
CREATE POLICY location ON user_accounts AS RESTRICTIVE FOR SELECT TO airlog_limited
  USING (CASE WHEN id = ctx_user() THEN true WHEN (EXISTS ( SELECT FROM user_locations l WHERE l.user_id = user_accounts.id AND (l.location_id = ANY (ctx_locations())))) THEN true ELSE (EXISTS ( SELECT FROM user_groups g JOIN org_group_locations gl ON gl.group_id = g.group_id WHERE g.user_id = user_accounts.id AND (gl.location_id = ANY (ctx_locations())))) END);
CREATE POLICY own ON user_accounts FOR SELECT TO airlog_org USING (org_id = ctx_org());
CREATE POLICY support ON user_accounts FOR SELECT TO airlog_support USING (true);

GRANT SELECT ON user_accounts TO airlog_definer, airlog_org, airlog_support;
GRANT INSERT ON user_accounts TO airlog_definer;
GRANT UPDATE ON user_accounts TO airlog_definer;

-- -------------------- user_changes

CREATE TABLE user_changes (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  org_id integer NOT NULL,
  user_id integer NOT NULL,
  actor_user_id integer,
  event text NOT NULL,
  changes jsonb NOT NULL,
  transaction xid8 NOT NULL DEFAULT pg_current_xact_id(),
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT user_changes_pkey PRIMARY KEY (id),
  CONSTRAINT user_changes_event_check CHECK (event = ANY (ARRAY['created'::text, 'updated'::text]))
);

CREATE INDEX user_changes_user ON user_changes USING btree (user_id, created_at, id);

ALTER TABLE user_changes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY acting ON user_changes AS RESTRICTIVE FOR ALL TO airlog_acting
  USING ((EXISTS ( SELECT FROM user_accounts a WHERE a.id = user_changes.user_id)));
CREATE POLICY definer ON user_changes FOR ALL TO airlog_definer USING (true) WITH CHECK (true);
CREATE POLICY jobs ON user_changes FOR SELECT TO airlog_jobs USING (true);
CREATE POLICY location ON user_changes AS RESTRICTIVE FOR SELECT TO airlog_limited
  USING ((EXISTS ( SELECT FROM user_accounts a WHERE a.id = user_changes.user_id)));
CREATE POLICY own ON user_changes FOR SELECT TO airlog_org
  USING (org_id = ctx_org() AND CASE WHEN user_id = ctx_user() THEN true ELSE ( SELECT ctx_may('view.user'::text) AS ctx_may) END);
CREATE POLICY support ON user_changes FOR SELECT TO airlog_support USING (true);

GRANT SELECT ON user_changes TO airlog_definer, airlog_jobs, airlog_org, airlog_support;
GRANT INSERT ON user_changes TO airlog_definer;
GRANT UPDATE ON user_changes TO airlog_definer;
GRANT DELETE ON user_changes TO airlog_definer;

-- -------------------- user_credentials

CREATE TABLE user_credentials (
  org_id integer NOT NULL,
  user_id integer NOT NULL,
  password_hash text NOT NULL,
  second_factor text,
  changed_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT user_credentials_pkey PRIMARY KEY (user_id),
  CONSTRAINT user_credentials_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE,
  CONSTRAINT user_credentials_second_factor_check CHECK (second_factor = ANY (ARRAY['app'::text, 'sms'::text, 'passkey'::text]))
);

CREATE TRIGGER user_credentials_of_persons BEFORE INSERT ON user_credentials FOR EACH ROW
  EXECUTE FUNCTION refuse_service_account();
CREATE TRIGGER user_credentials_password_changed AFTER UPDATE OF password_hash ON user_credentials FOR EACH ROW WHEN (new.password_hash IS DISTINCT FROM old.password_hash)
  EXECUTE FUNCTION password_changed();
CREATE TRIGGER user_credentials_password_set AFTER INSERT ON user_credentials FOR EACH ROW
  EXECUTE FUNCTION password_changed();

CREATE FUNCTION password_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform record_user_change(new.org_id, new.user_id, 'updated', '{"password": {"before": null, "after": null}}');
  return null;
end $function$;
ALTER FUNCTION password_changed() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION password_changed() FROM PUBLIC;

ALTER TABLE user_credentials ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY auth ON user_credentials FOR ALL TO airlog_auth USING (true) WITH CHECK (true);

GRANT SELECT ON user_credentials TO airlog_auth;
GRANT INSERT ON user_credentials TO airlog_auth;
GRANT UPDATE ON user_credentials TO airlog_auth;

-- -------------------- user_groups

CREATE TABLE user_groups (
  org_id integer NOT NULL,
  user_id integer NOT NULL,
  group_id integer NOT NULL,
  CONSTRAINT user_groups_pkey PRIMARY KEY (user_id, group_id),
  CONSTRAINT user_groups_org_id_group_id_fkey FOREIGN KEY (org_id, group_id) REFERENCES org_groups(org_id, id),
  CONSTRAINT user_groups_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE
);

CREATE INDEX user_groups_org ON user_groups USING btree (org_id, group_id, user_id);

CREATE TRIGGER user_groups_added AFTER INSERT ON user_groups REFERENCING NEW TABLE AS moved_rows FOR EACH STATEMENT
  EXECUTE FUNCTION memberships_changed('groups', 'org_groups', 'group_id');
CREATE TRIGGER user_groups_removed AFTER DELETE ON user_groups REFERENCING OLD TABLE AS moved_rows FOR EACH STATEMENT
  EXECUTE FUNCTION memberships_changed('groups', 'org_groups', 'group_id');
CREATE TRIGGER user_groups_written_by_staff BEFORE INSERT OR DELETE ON user_groups FOR EACH ROW
  EXECUTE FUNCTION membership_written_by_staff();

ALTER TABLE user_groups ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY acting ON user_groups AS RESTRICTIVE FOR ALL TO airlog_acting USING (org_id = ctx_acting());
CREATE POLICY auth ON user_groups FOR ALL TO airlog_auth USING (true) WITH CHECK (true);
CREATE POLICY definer ON user_groups FOR SELECT TO airlog_definer USING (true);
CREATE POLICY location_delete ON user_groups AS RESTRICTIVE FOR DELETE TO airlog_limited USING (ctx_in_group(group_id));
CREATE POLICY location_insert ON user_groups AS RESTRICTIVE FOR INSERT TO airlog_limited
  WITH CHECK (ctx_in_group(group_id));
CREATE POLICY own ON user_groups FOR SELECT TO airlog_org USING (org_id = ctx_org());
CREATE POLICY own_delete ON user_groups FOR DELETE TO airlog_org USING (org_id = ctx_org() AND user_id <> ctx_user());
CREATE POLICY own_insert ON user_groups FOR INSERT TO airlog_org
  WITH CHECK (org_id = ctx_org() AND user_id <> ctx_user());
CREATE POLICY support ON user_groups FOR SELECT TO airlog_support USING (true);
CREATE POLICY support_delete ON user_groups FOR DELETE TO airlog_support USING (user_id <> ctx_user());
CREATE POLICY support_insert ON user_groups FOR INSERT TO airlog_support WITH CHECK (user_id <> ctx_user());

GRANT SELECT ON user_groups TO airlog_auth, airlog_definer, airlog_org, airlog_support;
GRANT INSERT ON user_groups TO airlog_org, airlog_support;
GRANT DELETE ON user_groups TO airlog_org, airlog_support;

-- -------------------- user_imports

CREATE TABLE user_imports (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  org_id integer NOT NULL,
  user_id integer NOT NULL,
  target_org_id integer NOT NULL,
  state text NOT NULL,
  rows jsonb NOT NULL,
  row_count integer NOT NULL,
  refused_count integer NOT NULL,
  done_count integer NOT NULL DEFAULT 0,
  attempts smallint NOT NULL DEFAULT 0,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  dismissed boolean NOT NULL DEFAULT false,
  CONSTRAINT user_imports_pkey PRIMARY KEY (id),
  CONSTRAINT user_imports_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE,
  CONSTRAINT user_imports_target_org_id_fkey FOREIGN KEY (target_org_id) REFERENCES organizations(id),
  CONSTRAINT user_imports_check CHECK (refused_count >= 0 AND refused_count <= row_count),
  CONSTRAINT user_imports_row_count_check CHECK (row_count >= 0 AND row_count <= 5000),
  CONSTRAINT user_imports_state_check CHECK (state = ANY (ARRAY['checked'::text, 'refused'::text, 'waiting'::text, 'running'::text, 'done'::text, 'failed'::text]))
);

CREATE INDEX user_imports_created ON user_imports USING btree (created_at);
CREATE INDEX user_imports_target ON user_imports USING btree (target_org_id);
CREATE INDEX user_imports_user ON user_imports USING btree (org_id, user_id);

ALTER TABLE user_imports ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY auth ON user_imports FOR ALL TO airlog_auth USING (true) WITH CHECK (true);
CREATE POLICY definer ON user_imports FOR ALL TO airlog_definer USING (true) WITH CHECK (true);
CREATE POLICY own_user ON user_imports FOR ALL TO airlog_org USING (org_id = ctx_org() AND user_id = ctx_user());
CREATE POLICY own_user_support ON user_imports FOR ALL TO airlog_support
  USING (org_id = ctx_org() AND user_id = ctx_user());

GRANT SELECT ON user_imports TO airlog_auth, airlog_definer, airlog_org, airlog_support;
GRANT INSERT ON user_imports TO airlog_org, airlog_support;
GRANT UPDATE (state) ON user_imports TO airlog_definer;
GRANT UPDATE (state, rows, refused_count, done_count, attempts, dismissed)
  ON user_imports TO airlog_org, airlog_support;
GRANT DELETE ON user_imports TO airlog_auth;

-- -------------------- user_locations

CREATE TABLE user_locations (
  org_id integer NOT NULL,
  user_id integer NOT NULL,
  location_id integer NOT NULL,
  CONSTRAINT user_locations_pkey PRIMARY KEY (user_id, location_id),
  CONSTRAINT user_locations_org_id_location_id_fkey FOREIGN KEY (org_id, location_id) REFERENCES locations(org_id, id),
  CONSTRAINT user_locations_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE
);

CREATE INDEX user_locations_org ON user_locations USING btree (org_id, location_id, user_id);

CREATE TRIGGER user_locations_added AFTER INSERT ON user_locations REFERENCING NEW TABLE AS moved_rows FOR EACH STATEMENT
  EXECUTE FUNCTION memberships_changed('locations', 'locations', 'location_id');
CREATE TRIGGER user_locations_open BEFORE INSERT ON user_locations FOR EACH ROW
  EXECUTE FUNCTION refuse_closed_location();
CREATE TRIGGER user_locations_removed AFTER DELETE ON user_locations REFERENCING OLD TABLE AS moved_rows FOR EACH STATEMENT
  EXECUTE FUNCTION memberships_changed('locations', 'locations', 'location_id');
CREATE TRIGGER user_locations_written_by_staff BEFORE INSERT OR DELETE ON user_locations FOR EACH ROW
  EXECUTE FUNCTION membership_written_by_staff();

ALTER TABLE user_locations ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY acting ON user_locations AS RESTRICTIVE FOR ALL TO airlog_acting USING (org_id = ctx_acting());
CREATE POLICY auth ON user_locations FOR ALL TO airlog_auth USING (true) WITH CHECK (true);
CREATE POLICY definer ON user_locations FOR ALL TO airlog_definer USING (true) WITH CHECK (true);
CREATE POLICY location_delete ON user_locations AS RESTRICTIVE FOR DELETE TO airlog_limited
  USING (location_id = ANY (ctx_locations()));
CREATE POLICY location_insert ON user_locations AS RESTRICTIVE FOR INSERT TO airlog_limited
  WITH CHECK (location_id = ANY (ctx_locations()));
CREATE POLICY own ON user_locations FOR SELECT TO airlog_org USING (org_id = ctx_org());
CREATE POLICY own_delete ON user_locations FOR DELETE TO airlog_org USING (org_id = ctx_org() AND user_id <> ctx_user());
CREATE POLICY own_insert ON user_locations FOR INSERT TO airlog_org
  WITH CHECK (org_id = ctx_org() AND user_id <> ctx_user());
CREATE POLICY support ON user_locations FOR SELECT TO airlog_support USING (true);
CREATE POLICY support_delete ON user_locations FOR DELETE TO airlog_support USING (user_id <> ctx_user());
CREATE POLICY support_insert ON user_locations FOR INSERT TO airlog_support WITH CHECK (user_id <> ctx_user());

GRANT SELECT ON user_locations TO airlog_auth, airlog_definer, airlog_org, airlog_support;
GRANT INSERT ON user_locations TO airlog_definer, airlog_org, airlog_support;
GRANT DELETE ON user_locations TO airlog_definer, airlog_org, airlog_support;

-- -------------------- user_roles

CREATE TABLE user_roles (
  org_id integer NOT NULL,
  user_id integer NOT NULL,
  role_id integer NOT NULL,
  CONSTRAINT user_roles_pkey PRIMARY KEY (user_id, role_id),
  CONSTRAINT user_roles_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE,
  CONSTRAINT user_roles_role_id_fkey FOREIGN KEY (role_id) REFERENCES roles(id)
);

CREATE TRIGGER user_roles_added AFTER INSERT ON user_roles REFERENCING NEW TABLE AS moved_rows FOR EACH STATEMENT
  EXECUTE FUNCTION memberships_changed('roles', 'roles', 'role_id');
CREATE TRIGGER user_roles_of_persons BEFORE INSERT ON user_roles FOR EACH ROW EXECUTE FUNCTION refuse_service_account();
CREATE TRIGGER user_roles_removed AFTER DELETE ON user_roles REFERENCING OLD TABLE AS moved_rows FOR EACH STATEMENT
  EXECUTE FUNCTION memberships_changed('roles', 'roles', 'role_id');
CREATE TRIGGER user_roles_written_by_staff BEFORE INSERT OR DELETE ON user_roles FOR EACH ROW
  EXECUTE FUNCTION membership_written_by_staff();

ALTER TABLE user_roles ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY acting ON user_roles AS RESTRICTIVE FOR ALL TO airlog_acting
  USING ((EXISTS ( SELECT FROM user_accounts u WHERE u.id = user_roles.user_id)));
CREATE POLICY auth ON user_roles FOR ALL TO airlog_auth USING (true) WITH CHECK (true);
CREATE POLICY definer ON user_roles FOR SELECT TO airlog_definer USING (true);
CREATE POLICY location_delete ON user_roles AS RESTRICTIVE FOR DELETE TO airlog_limited
  USING ((EXISTS ( SELECT FROM user_accounts u WHERE u.id = user_roles.user_id)));
CREATE POLICY location_insert ON user_roles AS RESTRICTIVE FOR INSERT TO airlog_limited
  WITH CHECK ((EXISTS ( SELECT FROM user_accounts u WHERE u.id = user_roles.user_id)));
CREATE POLICY own ON user_roles FOR SELECT TO airlog_org USING (org_id = ctx_org());
CREATE POLICY own_delete ON user_roles FOR DELETE TO airlog_org USING (org_id = ctx_org() AND user_id <> ctx_user());
CREATE POLICY own_insert ON user_roles FOR INSERT TO airlog_org
  WITH CHECK (org_id = ctx_org() AND user_id <> ctx_user());
CREATE POLICY support ON user_roles FOR SELECT TO airlog_support USING (true);
CREATE POLICY support_delete ON user_roles FOR DELETE TO airlog_support USING (user_id <> ctx_user());
CREATE POLICY support_insert ON user_roles FOR INSERT TO airlog_support WITH CHECK (user_id <> ctx_user());

GRANT SELECT ON user_roles TO airlog_auth, airlog_definer, airlog_org, airlog_support;
GRANT INSERT ON user_roles TO airlog_org, airlog_support;
GRANT DELETE ON user_roles TO airlog_org, airlog_support;

-- -------------------- users

CREATE TABLE users (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  org_id integer NOT NULL,
  email text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  phone text,
  user_type text NOT NULL DEFAULT 'Organization'::text,
  locale text NOT NULL DEFAULT 'en'::text,
  active boolean NOT NULL DEFAULT true,
  locked boolean NOT NULL DEFAULT false,
  guessed_at timestamp with time zone,
  email_verified_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  visible_org_ids integer[] NOT NULL DEFAULT '{}'::integer[],
  is_clinician boolean NOT NULL DEFAULT true,
  notification_type text NOT NULL DEFAULT 'Email'::text,
  mvc_enabled boolean NOT NULL DEFAULT false,
  invitation_expires_at timestamp with time zone,
  two_factor_app_enabled boolean NOT NULL DEFAULT false,
  two_factor_sms_enabled boolean NOT NULL DEFAULT false,
  has_api boolean NOT NULL DEFAULT false,
  last_successful_login timestamp with time zone,
  version integer NOT NULL DEFAULT 1,
  country text NOT NULL DEFAULT 'US'::text,
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  is_service boolean NOT NULL DEFAULT false,
  CONSTRAINT users_pkey PRIMARY KEY (id),
  CONSTRAINT users_org_id_id_key UNIQUE (org_id, id),
  CONSTRAINT users_org_id_fkey FOREIGN KEY (org_id) REFERENCES organizations(id),
  CONSTRAINT users_country_check CHECK (country = ANY (ARRAY['US'::text, 'CA'::text])),
  CONSTRAINT users_locale_check CHECK (locale = ANY (ARRAY['en'::text, 'es'::text])),
  CONSTRAINT users_notification_type_check CHECK (notification_type = ANY (ARRAY['Email'::text, 'Text'::text])),
  CONSTRAINT users_user_type_check CHECK (user_type = ANY (ARRAY['Organization'::text, 'Location'::text, 'Group'::text]))
);

CREATE UNIQUE INDEX users_email ON users USING btree (lower(email));
CREATE INDEX users_email_order ON users USING btree (email, id);
CREATE INDEX users_org ON users USING btree (org_id, id);
CREATE INDEX users_visible ON users USING gin (visible_org_ids);

CREATE TRIGGER noted AFTER INSERT OR DELETE ON users FOR EACH ROW EXECUTE FUNCTION own_row_noted('User');
CREATE TRIGGER noted_updated AFTER UPDATE ON users FOR EACH ROW WHEN (old.version IS DISTINCT FROM new.version OR old.email IS DISTINCT FROM new.email OR old.first_name IS DISTINCT FROM new.first_name OR old.last_name IS DISTINCT FROM new.last_name OR old.phone IS DISTINCT FROM new.phone OR old.country IS DISTINCT FROM new.country OR old.user_type IS DISTINCT FROM new.user_type OR old.active IS DISTINCT FROM new.active OR (old.locked OR old.guessed_at IS NOT NULL) IS DISTINCT FROM (new.locked OR new.guessed_at IS NOT NULL) OR old.is_clinician IS DISTINCT FROM new.is_clinician OR old.email_verified_at IS DISTINCT FROM new.email_verified_at OR old.invitation_expires_at IS DISTINCT FROM new.invitation_expires_at OR old.two_factor_app_enabled IS DISTINCT FROM new.two_factor_app_enabled OR old.two_factor_sms_enabled IS DISTINCT FROM new.two_factor_sms_enabled OR old.has_api IS DISTINCT FROM new.has_api)
  EXECUTE FUNCTION own_row_noted('User');
CREATE TRIGGER users_changed AFTER INSERT OR UPDATE ON users FOR EACH ROW EXECUTE FUNCTION user_changed();
CREATE TRIGGER users_keep_account AFTER INSERT OR UPDATE ON users FOR EACH ROW EXECUTE FUNCTION keep_user_account();
CREATE TRIGGER users_visible_orgs BEFORE INSERT OR UPDATE OF org_id, visible_org_ids ON users FOR EACH ROW
  EXECUTE FUNCTION user_visible_orgs();
CREATE TRIGGER users_when_updated BEFORE UPDATE ON users FOR EACH ROW WHEN (old.version IS DISTINCT FROM new.version OR old.email IS DISTINCT FROM new.email OR old.first_name IS DISTINCT FROM new.first_name OR old.last_name IS DISTINCT FROM new.last_name OR old.phone IS DISTINCT FROM new.phone OR old.country IS DISTINCT FROM new.country OR old.user_type IS DISTINCT FROM new.user_type OR old.active IS DISTINCT FROM new.active OR (old.locked OR old.guessed_at IS NOT NULL) IS DISTINCT FROM (new.locked OR new.guessed_at IS NOT NULL) OR old.is_clinician IS DISTINCT FROM new.is_clinician OR old.email_verified_at IS DISTINCT FROM new.email_verified_at OR old.invitation_expires_at IS DISTINCT FROM new.invitation_expires_at OR old.two_factor_app_enabled IS DISTINCT FROM new.two_factor_app_enabled OR old.two_factor_sms_enabled IS DISTINCT FROM new.two_factor_sms_enabled OR old.has_api IS DISTINCT FROM new.has_api)
  EXECUTE FUNCTION row_updated();
CREATE TRIGGER users_written_by_staff BEFORE INSERT OR UPDATE ON users FOR EACH ROW
  EXECUTE FUNCTION user_written_by_staff();

CREATE FUNCTION keep_user_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  -- In lists, counts and pickers of users are persons only.
  if new.is_service then return null; end if;
  insert into user_accounts as a (id, org_id, email, first_name, last_name, phone, user_type, is_clinician, notification_type, mvc_enabled, active, locked,
      email_verified_at, invitation_expires_at, two_factor_app_enabled, two_factor_sms_enabled, has_api, last_successful_login, created_at, version, country, updated_at)
    select new.id, new.org_id, new.email, new.first_name, new.last_name, new.phone, new.user_type, new.is_clinician, new.notification_type, new.mvc_enabled,
      new.active, new.locked or new.guessed_at is not null, new.email_verified_at, new.invitation_expires_at, new.two_factor_app_enabled,
      new.two_factor_sms_enabled, new.has_api, new.last_successful_login, new.created_at, new.version, new.country, new.updated_at
  on conflict (id) do update set
    org_id = excluded.org_id, email = excluded.email, first_name = excluded.first_name, last_name = excluded.last_name, phone = excluded.phone,
    user_type = excluded.user_type, is_clinician = excluded.is_clinician, notification_type = excluded.notification_type, mvc_enabled = excluded.mvc_enabled,
    active = excluded.active, locked = excluded.locked, email_verified_at = excluded.email_verified_at, invitation_expires_at = excluded.invitation_expires_at,
    two_factor_app_enabled = excluded.two_factor_app_enabled, two_factor_sms_enabled = excluded.two_factor_sms_enabled, has_api = excluded.has_api,
    last_successful_login = excluded.last_successful_login, version = excluded.version, country = excluded.country, updated_at = excluded.updated_at;
  return null;
end $function$;
ALTER FUNCTION keep_user_account() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION keep_user_account() FROM PUBLIC;
CREATE FUNCTION user_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  fields jsonb;
begin
  -- The log of changes is of persons; an act on a service account has its line in the audit log.
  if new.is_service then return null; end if;
  -- "locked (1 or 0)" of document 001 is either fact.
  select jsonb_object_agg(n.key, jsonb_build_object('before', coalesce(o.value, 'null'), 'after', n.value)) into fields
    from jsonb_each(to_jsonb(new) || jsonb_build_object('locked', new.locked or new.guessed_at is not null)) n
    left join jsonb_each(case when tg_op = 'UPDATE' then to_jsonb(old) || jsonb_build_object('locked', old.locked or old.guessed_at is not null)
                         else '{}' end) o on o.key = n.key
   where n.key in ('email', 'first_name', 'last_name', 'country', 'phone', 'user_type', 'locale', 'is_clinician', 'notification_type', 'mvc_enabled', 'active',
       'locked', 'email_verified_at', 'invitation_expires_at', 'two_factor_app_enabled', 'two_factor_sms_enabled', 'has_api')
     and n.value is distinct from coalesce(o.value, 'null');
  perform record_user_change(new.org_id, new.id, case tg_op when 'INSERT' then 'created' else 'updated' end, coalesce(fields, '{}'));
  return null;
end $function$;
ALTER FUNCTION user_changed() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION user_changed() FROM PUBLIC;
CREATE FUNCTION user_visible_orgs()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  select array_agg(distinct o order by o) into new.visible_org_ids from (
    select new.org_id as o
    union select unnest(p.visible_org_ids) from patients p where p.clinician_id = new.id
    union select unnest(p.visible_org_ids) from patients p where p.physician_id = new.id
  ) seen;
  return new;
end $function$;
ALTER FUNCTION user_visible_orgs() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION user_visible_orgs() FROM PUBLIC;
CREATE FUNCTION user_written_by_staff()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  acts constant text[] := array['active', 'locked', 'guessed_at', 'mvc_enabled', 'invitation_expires_at', 'version'];
  wanted text;
begin
  if not is_staff() then return new; end if;
  if tg_op = 'INSERT' then
    if not ctx_may('create.user') then perform refuse('Users are made by administrators.'); end if;
    if current_user = 'airlog_limited' and new.user_type = 'Organization' then
      perform refuse('Administrators of a location or group make users of a location or group.');
    end if;
    return new;
  end if;
  if current_user = 'airlog_limited' and not exists (select from user_accounts a where a.id = old.id) then
    perform refuse('Staff of a location or group changes its own users.');
  end if;
  if old.id <> ctx_user() and to_jsonb(new) - acts is distinct from to_jsonb(old) - acts and not ctx_may('update.user') then
    perform refuse('Users are changed by administrators and by themselves.');
  end if;
  if new.is_clinician is distinct from old.is_clinician and not ctx_may('update.user') then perform refuse('Not permitted: is_clinician.'); end if;
  foreach wanted in array array_remove(array[
    case when new.user_type is distinct from old.user_type then 'update.user' end,
    case when new.mvc_enabled is distinct from old.mvc_enabled then 'update.user.mvc_settings' end,
    case when new.active is distinct from old.active then 'update.user.active' end,
    case when (new.locked, new.guessed_at) is distinct from (old.locked, old.guessed_at) then 'update.user.lock' end,
    case when new.invitation_expires_at is distinct from old.invitation_expires_at then 'update.user.invitation' end
  ], null) loop
    if old.id = ctx_user() or not ctx_may(wanted) then perform refuse('Not permitted: ' || wanted); end if;
  end loop;
  return new;
end $function$;

ALTER TABLE users ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY acting_insert ON users AS RESTRICTIVE FOR INSERT TO airlog_acting WITH CHECK (org_id = ctx_acting());
CREATE POLICY acting_select ON users AS RESTRICTIVE FOR SELECT TO airlog_acting
  USING (CASE WHEN id = ctx_user() THEN true ELSE visible_org_ids @> ARRAY[ctx_acting()] END);
CREATE POLICY acting_update ON users AS RESTRICTIVE FOR UPDATE TO airlog_acting
  USING (CASE WHEN id = ctx_user() THEN true ELSE org_id = ctx_acting() END);
CREATE POLICY auth ON users FOR ALL TO airlog_auth USING (true) WITH CHECK (true);
CREATE POLICY definer ON users FOR ALL TO airlog_definer USING (true) WITH CHECK (true);
CREATE POLICY location_select ON users AS RESTRICTIVE FOR SELECT TO airlog_limited
  USING (CASE WHEN id = ctx_user() THEN true WHEN (EXISTS ( SELECT FROM user_locations l WHERE l.user_id = users.id AND (l.location_id = ANY (ctx_locations())))) THEN true WHEN (EXISTS ( SELECT FROM user_groups g JOIN org_group_locations gl ON gl.group_id = g.group_id WHERE g.user_id = users.id AND (gl.location_id = ANY (ctx_locations())))) THEN true WHEN (EXISTS ( SELECT FROM patients p WHERE p.clinician_id = users.id)) THEN true ELSE (EXISTS ( SELECT FROM patients p WHERE p.physician_id = users.id)) END);
CREATE POLICY location_update ON users AS RESTRICTIVE FOR UPDATE TO airlog_limited
  USING (CASE WHEN id = ctx_user() THEN true WHEN (EXISTS ( SELECT FROM user_locations l WHERE l.user_id = users.id AND (l.location_id = ANY (ctx_locations())))) THEN true WHEN (EXISTS ( SELECT FROM user_groups g JOIN org_group_locations gl ON gl.group_id = g.group_id WHERE g.user_id = users.id AND (gl.location_id = ANY (ctx_locations())))) THEN true WHEN (EXISTS ( SELECT FROM patients p WHERE p.clinician_id = users.id)) THEN true ELSE (EXISTS ( SELECT FROM patients p WHERE p.physician_id = users.id)) END);
CREATE POLICY own_insert ON users FOR INSERT TO airlog_org WITH CHECK (org_id = ctx_org());
CREATE POLICY own_update ON users FOR UPDATE TO airlog_org USING (org_id = ctx_org());
CREATE POLICY support ON users FOR SELECT TO airlog_support USING (true);
CREATE POLICY support_insert ON users FOR INSERT TO airlog_support WITH CHECK (true);
CREATE POLICY support_update ON users FOR UPDATE TO airlog_support USING (true);
CREATE POLICY visible ON users FOR SELECT TO airlog_org USING (visible_org_ids @> ARRAY[ctx_org()]);

GRANT SELECT ON users TO airlog_auth, airlog_definer;
GRANT SELECT (id, org_id, email, first_name, last_name, active, locked, email_verified_at, version)
  ON users TO airlog_org, airlog_support;
GRANT INSERT ON users TO airlog_definer;
GRANT INSERT (id, org_id, email, first_name, last_name, phone, user_type, locale, is_clinician, notification_type, mvc_enabled, invitation_expires_at, country)
  ON users TO airlog_org, airlog_support;
GRANT UPDATE ON users TO airlog_auth, airlog_definer;
GRANT UPDATE (first_name, last_name, phone, user_type, locale, active, locked, guessed_at, is_clinician, notification_type, mvc_enabled, invitation_expires_at, version, country)
  ON users TO airlog_org, airlog_support;

-- -------------------- verifications

CREATE TABLE verifications (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL,
  verified_at timestamp with time zone NOT NULL DEFAULT now(),
  repaired integer NOT NULL,
  repaired_of_orgs jsonb NOT NULL,
  CONSTRAINT verifications_pkey PRIMARY KEY (id),
  CONSTRAINT verifications_kind_check CHECK (kind = ANY (ARRAY['compliance'::text, 'derived'::text]))
);

CREATE INDEX verifications_kind ON verifications USING btree (kind, id DESC);

CREATE TRIGGER verifications_inbox AFTER INSERT ON verifications FOR EACH ROW WHEN (new.repaired > 0)
  EXECUTE FUNCTION verifications_inbox();

CREATE FUNCTION verifications_inbox()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into inbox_items (org_id, user_id, kind, repaired)
    select a.org_id, a.id, 'figures-repaired', new.repaired
      from user_accounts a join organizations o on o.id = a.org_id join organization_types t on t.id = o.type_id where t.kind = 'support' and a.active;
  return null;
end $function$;
ALTER FUNCTION verifications_inbox() OWNER TO airlog_definer;
REVOKE EXECUTE ON FUNCTION verifications_inbox() FROM PUBLIC;

ALTER TABLE verifications ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY definer ON verifications FOR SELECT TO airlog_definer USING (true);
CREATE POLICY jobs ON verifications FOR INSERT TO airlog_jobs WITH CHECK (true);

GRANT SELECT ON verifications TO airlog_definer;
GRANT INSERT (kind, verified_at, repaired, repaired_of_orgs) ON verifications TO airlog_jobs;

-- -------------------- voided_assignments

CREATE TABLE voided_assignments (
  history_id integer NOT NULL,
  org_id integer NOT NULL,
  patient_id integer NOT NULL,
  has_pin boolean NOT NULL,
  created_by integer,
  created_at timestamp with time zone NOT NULL,
  settings jsonb NOT NULL,
  CONSTRAINT voided_assignments_pkey PRIMARY KEY (history_id),
  CONSTRAINT voided_assignments_org_id_patient_id_fkey FOREIGN KEY (org_id, patient_id) REFERENCES patients(org_id, id) ON UPDATE CASCADE,
  CONSTRAINT voided_assignments_settings_check CHECK (jsonb_typeof(settings) = 'array'::text)
);

CREATE INDEX voided_assignments_patient ON voided_assignments USING btree (org_id, patient_id);

ALTER TABLE voided_assignments ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY definer ON voided_assignments FOR ALL TO airlog_definer USING (true) WITH CHECK (true);

GRANT SELECT ON voided_assignments TO airlog_definer;
GRANT INSERT ON voided_assignments TO airlog_definer;
GRANT DELETE ON voided_assignments TO airlog_definer;

-- -------------------- webhook_deliveries

CREATE TABLE webhook_deliveries (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  org_id integer NOT NULL,
  endpoint_id integer NOT NULL,
  message_id uuid NOT NULL DEFAULT gen_random_uuid(),
  event text NOT NULL,
  body text NOT NULL,
  state text NOT NULL DEFAULT 'waiting'::text,
  attempts integer NOT NULL DEFAULT 0,
  started_at timestamp with time zone,
  next_try_at timestamp with time zone,
  last_tried_at timestamp with time zone,
  status_code integer,
  duration_ms integer,
  error text,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_deliveries_org_id_id_key UNIQUE (org_id, id),
  CONSTRAINT webhook_deliveries_org_id_endpoint_id_fkey FOREIGN KEY (org_id, endpoint_id) REFERENCES webhook_endpoints(org_id, id) ON DELETE CASCADE,
  CONSTRAINT webhook_deliveries_attempts_check CHECK (attempts >= 0),
  CONSTRAINT webhook_deliveries_body_check CHECK (length(body) >= 1 AND length(body) <= 1000),
  CONSTRAINT webhook_deliveries_duration_ms_check CHECK (duration_ms >= 0),
  CONSTRAINT webhook_deliveries_error_check CHECK (error = ANY (ARRAY['address'::text, 'connection'::text, 'redirect'::text, 'status'::text, 'timeout'::text, 'tls'::text])),
  CONSTRAINT webhook_deliveries_event_check CHECK (length(event) >= 1 AND length(event) <= 40),
  CONSTRAINT webhook_deliveries_next_try_check CHECK ((state = 'waiting'::text) = (next_try_at IS NOT NULL)),
  CONSTRAINT webhook_deliveries_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'delivered'::text, 'failed'::text])),
  CONSTRAINT webhook_deliveries_status_code_check CHECK (status_code >= 100 AND status_code <= 999)
);

CREATE INDEX webhook_deliveries_created ON webhook_deliveries USING btree (created_at);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries USING btree (endpoint_id, next_try_at, id) WHERE state = 'waiting'::text;
CREATE INDEX webhook_deliveries_failed ON webhook_deliveries USING btree (org_id, endpoint_id, created_at, id) WHERE state = 'failed'::text;
CREATE INDEX webhook_deliveries_listed ON webhook_deliveries USING btree (org_id, endpoint_id, created_at, id);

CREATE TRIGGER webhook_deliveries_written_with BEFORE INSERT OR DELETE OR UPDATE ON webhook_deliveries FOR EACH STATEMENT
  EXECUTE FUNCTION needs_permission('update.org.settings');

ALTER TABLE webhook_deliveries ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY acting ON webhook_deliveries AS RESTRICTIVE FOR ALL TO airlog_acting USING (org_id = ctx_acting());
CREATE POLICY auth ON webhook_deliveries FOR ALL TO airlog_auth USING (true);
CREATE POLICY definer ON webhook_deliveries FOR SELECT TO airlog_definer USING (true);
CREATE POLICY jobs ON webhook_deliveries FOR ALL TO airlog_jobs USING (true);
CREATE POLICY own ON webhook_deliveries FOR ALL TO airlog_org USING (org_id = ctx_org());
CREATE POLICY support ON webhook_deliveries FOR ALL TO airlog_support USING (true) WITH CHECK (true);
CREATE POLICY whole ON webhook_deliveries AS RESTRICTIVE FOR ALL TO airlog_limited USING (false);

GRANT SELECT ON webhook_deliveries TO airlog_auth, airlog_definer, airlog_jobs, airlog_org, airlog_support;
GRANT INSERT (org_id, endpoint_id, event, body, next_try_at)
  ON webhook_deliveries TO airlog_jobs, airlog_org, airlog_support;
GRANT UPDATE (state, attempts, started_at, next_try_at) ON webhook_deliveries TO airlog_org, airlog_support;
GRANT UPDATE (state, attempts, started_at, next_try_at, last_tried_at, status_code, duration_ms, error)
  ON webhook_deliveries TO airlog_jobs;
GRANT DELETE ON webhook_deliveries TO airlog_auth;

-- -------------------- webhook_endpoints

CREATE TABLE webhook_endpoints (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  org_id integer NOT NULL,
  url text NOT NULL,
  description text NOT NULL DEFAULT ''::text,
  events text[] NOT NULL,
  state text NOT NULL DEFAULT 'active'::text,
  disabled_reason text,
  failing_since timestamp with time zone,
  "position" text NOT NULL,
  nothing_before xid8 NOT NULL,
  taken_until timestamp with time zone,
  version integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_endpoints_org_id_id_key UNIQUE (org_id, id),
  CONSTRAINT webhook_endpoints_unique_url UNIQUE (org_id, url),
  CONSTRAINT webhook_endpoints_org_id_fkey FOREIGN KEY (org_id) REFERENCES organizations(id),
  CONSTRAINT webhook_endpoints_description_check CHECK (length(description) <= 200),
  CONSTRAINT webhook_endpoints_disabled_check CHECK ((state = 'disabled'::text) = (disabled_reason IS NOT NULL)),
  CONSTRAINT webhook_endpoints_disabled_reason_check CHECK (disabled_reason = ANY (ARRAY['gone'::text, 'failing'::text])),
  CONSTRAINT webhook_endpoints_events_check CHECK (cardinality(events) >= 1 AND cardinality(events) <= 20),
  CONSTRAINT webhook_endpoints_position_check CHECK (length("position") <= 200),
  CONSTRAINT webhook_endpoints_state_check CHECK (state = ANY (ARRAY['active'::text, 'paused'::text, 'disabled'::text])),
  CONSTRAINT webhook_endpoints_url_check CHECK (length(url) >= 1 AND length(url) <= 500)
);

CREATE TRIGGER webhook_endpoints_written_with BEFORE INSERT OR DELETE OR UPDATE ON webhook_endpoints FOR EACH STATEMENT
  EXECUTE FUNCTION needs_permission('update.org.settings');

ALTER TABLE webhook_endpoints ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY acting ON webhook_endpoints AS RESTRICTIVE FOR ALL TO airlog_acting USING (org_id = ctx_acting());
CREATE POLICY definer ON webhook_endpoints FOR SELECT TO airlog_definer USING (true);
CREATE POLICY jobs ON webhook_endpoints FOR ALL TO airlog_jobs USING (true);
CREATE POLICY own ON webhook_endpoints FOR ALL TO airlog_org USING (org_id = ctx_org());
CREATE POLICY support ON webhook_endpoints FOR ALL TO airlog_support USING (true) WITH CHECK (true);
CREATE POLICY whole ON webhook_endpoints AS RESTRICTIVE FOR ALL TO airlog_limited USING (false);

GRANT SELECT ON webhook_endpoints TO airlog_definer, airlog_jobs, airlog_org, airlog_support;
GRANT INSERT (org_id, url, description, events, position, nothing_before)
  ON webhook_endpoints TO airlog_org, airlog_support;
GRANT UPDATE (state, disabled_reason, failing_since, position, nothing_before, taken_until)
  ON webhook_endpoints TO airlog_jobs;
GRANT UPDATE (url, description, events, state, disabled_reason, failing_since, version)
  ON webhook_endpoints TO airlog_org, airlog_support;
GRANT DELETE ON webhook_endpoints TO airlog_org, airlog_support;

-- -------------------- webhook_secrets

CREATE TABLE webhook_secrets (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  org_id integer NOT NULL,
  endpoint_id integer NOT NULL,
  secret_cipher text NOT NULL,
  ends_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT webhook_secrets_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_secrets_org_id_endpoint_id_fkey FOREIGN KEY (org_id, endpoint_id) REFERENCES webhook_endpoints(org_id, id) ON DELETE CASCADE
);

CREATE UNIQUE INDEX webhook_secrets_current ON webhook_secrets USING btree (endpoint_id) WHERE ends_at IS NULL;
CREATE INDEX webhook_secrets_endpoint ON webhook_secrets USING btree (org_id, endpoint_id);

CREATE TRIGGER webhook_secrets_written_with BEFORE INSERT OR DELETE OR UPDATE ON webhook_secrets FOR EACH STATEMENT
  EXECUTE FUNCTION needs_permission('update.org.settings');

ALTER TABLE webhook_secrets ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY acting ON webhook_secrets AS RESTRICTIVE FOR ALL TO airlog_acting USING (org_id = ctx_acting());
CREATE POLICY definer ON webhook_secrets FOR SELECT TO airlog_definer USING (true);
CREATE POLICY jobs ON webhook_secrets FOR SELECT TO airlog_jobs USING (true);
CREATE POLICY own ON webhook_secrets FOR ALL TO airlog_org USING (org_id = ctx_org());
CREATE POLICY support ON webhook_secrets FOR ALL TO airlog_support USING (true) WITH CHECK (true);
CREATE POLICY whole ON webhook_secrets AS RESTRICTIVE FOR ALL TO airlog_limited USING (false);

GRANT SELECT ON webhook_secrets TO airlog_definer, airlog_jobs;
GRANT SELECT (id, org_id, endpoint_id, ends_at, created_at) ON webhook_secrets TO airlog_org, airlog_support;
GRANT INSERT (org_id, endpoint_id, secret_cipher) ON webhook_secrets TO airlog_org, airlog_support;
GRANT UPDATE (ends_at) ON webhook_secrets TO airlog_org, airlog_support;
GRANT DELETE ON webhook_secrets TO airlog_org, airlog_support;
