-- What a hand-off leaves to each side, requests that nothing distinguishes, times of the database, the limit of a thread, and the states of a migration
-- of patients (decisions/092).

-- ---- The days of a machine

-- True once a hand-off gave the machine to another organization: only then its days are looked up.
alter table machines add column handed_over boolean not null default false;

-- The days of a machine that are an organization's. Until the first hand-off they are of every organization that sees the machine otherwise than by
-- receiving it, as those of any machine; from each hand-off on, until the next one, of the organization that received it alone.
create function machine_days(machine int, organization int) returns datemultirange language plpgsql stable security definer set search_path = public, pg_temp as $$
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
end $$;

-- The days of a machine whose nights of no patient the caller's organization reads; null for a machine that the caller does not see. Support staff in no
-- organization reads all of them.
create function ctx_machine_days(machine int) returns datemultirange language sql stable security definer set search_path = public, pg_temp as $$
  select case current_setting('role') when 'airlog_support' then '{(,)}'::datemultirange else machine_days(m.id, coalesce(ctx_acting(), ctx_org())) end
    from machines m where m.id = machine and ctx_sees(m.visible_org_ids, m.visible_location_ids)
$$;

-- The organization that has a machine now: the last one that received it, without one its owner.
create function machine_holder(machine int) returns int language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(
    (select h.org_id from hand_offs h where h.machine_id = machine and h.side = 'asker' and h.state = 'accepted' order by h.ended_at desc, h.id desc limit 1),
    (select m.org_id from machines m where m.id = machine))
$$;

-- No row when an assignment with these dates lies within the days of the patient's organization, or adds no other day to what it was. Otherwise the day
-- from which that organization has the machine, or the one on which it handed it over; both null when it never had it. `patient`: 0 for a new one.
create function assignment_bounds(machine int, patient int, starts date, ends date, history int) returns table (received date, handed_over date)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  organization int;
  days datemultirange;
  added datemultirange := datemultirange(daterange(starts, case when ends < starts then starts else ends end));
begin
  if not exists (select from machines m where m.id = machine and m.handed_over and ctx_sees(m.visible_org_ids, m.visible_location_ids)) then return; end if;
  select p.org_id into organization from patients p where p.id = patient and ctx_sees(p.visible_org_ids, array[p.location_id]);
  days := machine_days(machine, coalesce(organization, ctx_acting(), ctx_org()));
  added := added - coalesce((select datemultirange(daterange(h.start_date, h.end_date)) from device_history h
    where h.id = history and h.machine_id = machine and h.patient_id = patient), '{}');
  if added <@ days then return; end if;
  return query select case when upper_inf(days) then (select max(lower(r)) from unnest(days) r) end, case when not upper_inf(days) then upper(days) end;
end $$;

-- An assignment covers no day on which another organization had the machine: it would take the nights of that day.
create or replace function assignment_of_received_machine() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  added datemultirange := datemultirange(daterange(new.start_date, case when new.end_date < new.start_date then new.start_date else new.end_date end));
begin
  if tg_op = 'UPDATE' then added := added - datemultirange(daterange(old.start_date, old.end_date)); end if;
  if exists (select from machines m where m.id = new.machine_id and m.handed_over) and not added <@ machine_days(new.machine_id, new.org_id) then
    raise exception 'The organization did not have the machine on that day.' using errcode = 'check_violation', constraint = 'device_history_since_hand_off';
  end if;
  return new;
end $$;
drop trigger device_history_of_received_machine on device_history;
create trigger device_history_of_received_machine before insert or update of start_date, end_date on device_history
  for each row execute function assignment_of_received_machine();

-- As before (064), and whether it was handed over.
create or replace function machine_visible_orgs() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
end $$;
update machines m set visible_org_ids = visible_org_ids
 where exists (select from hand_offs h where h.machine_id = m.id and h.side = 'asker' and h.state = 'accepted');

-- As before (021), for support staff in an organization too, and only of the own days: a former holder does not learn when others have the machine.
create or replace function machine_collision(machine int, starts date, ends date, ignored int) returns text
  language sql stable security definer set search_path = public, pg_temp as $$
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
$$;

-- As before (064), and nights without a patient only of the own days.
alter policy child on usage_nights using (case when patient_id is null
  then exists (select from machines m where m.id = usage_nights.machine_id and case when m.handed_over then usage_nights.usage_date <@ ctx_machine_days(m.id) else true end)
  else exists (select from patients p where p.id = usage_nights.patient_id) end);
alter policy acting on usage_nights using (case when patient_id is null
  then exists (select from machines m where m.id = usage_nights.machine_id and case when m.handed_over then usage_nights.usage_date <@ ctx_machine_days(m.id) else true end)
  else exists (select from patients p where p.id = usage_nights.patient_id) end);
alter policy child on usage_date_changes using (case when patient_id is null
  then exists (select from machines m where m.id = usage_date_changes.machine_id and case when m.handed_over then usage_date_changes.old_date <@ ctx_machine_days(m.id) else true end)
  else exists (select from patients p where p.id = usage_date_changes.patient_id) end);
alter policy acting on usage_date_changes using (case when patient_id is null
  then exists (select from machines m where m.id = usage_date_changes.machine_id and case when m.handed_over then usage_date_changes.old_date <@ ctx_machine_days(m.id) else true end)
  else exists (select from patients p where p.id = usage_date_changes.patient_id) end);
-- When the module connected last, and its SIM, is of the organization that has the machine now.
alter policy child on modules using (exists (select from machines m where m.id = modules.machine_id
  and case when m.handed_over then upper_inf(ctx_machine_days(m.id)) else true end));
alter policy acting on modules using (exists (select from machines m where m.id = modules.machine_id
  and case when m.handed_over then upper_inf(ctx_machine_days(m.id)) else true end));

-- As before (064), and nights without a patient only of the own days.
create or replace function claim_nights(machine int, wanted_source text, ids bigint[]) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not ctx_may('update.machine.date_change_utility') then perform refuse('Not permitted: update.machine.date_change_utility'); end if;
  if not exists (select from machines m where m.id = machine and ctx_sees(m.visible_org_ids, m.visible_location_ids)) then
    perform refuse('Nights of another machine.');
  end if;
  -- Of two changes of a machine one waits, and then finds the dates of the other. The rows in the order in which devices send them.
  perform lock_nights(machine);
  perform from usage_nights n where n.id = any (ids) order by n.night, n.id for no key update;
  if (select count(*) from usage_nights n left join patients p on p.id = n.patient_id
       where n.id = any (ids) and n.machine_id = machine and n.source = wanted_source and n.source in ('wireless', 'qr')
         and case when n.patient_id is null then n.usage_date <@ ctx_machine_days(machine)
                  else ctx_sees(p.visible_org_ids, array[p.location_id]) end) <> cardinality(ids) then
    perform refuse('Nights of another machine, source or patient.');
  end if;
end $$;

-- As before (048), and not to a day on which another organization had the machine.
create or replace function change_usage_dates(machine int, wanted_source text, moves jsonb) returns int[] language plpgsql security definer set search_path = public, pg_temp as $$
declare
  ids bigint[];
  concerned int[];
begin
  select coalesce(array_agg(m.id), '{}') into ids from jsonb_to_recordset(moves) as m (id bigint, date date);
  perform claim_nights(machine, wanted_source, ids);
  -- No place on earth has a later date yet. The day in the patient's time zone is compared by the portal, with a message.
  if exists (select from jsonb_to_recordset(moves) as m (id bigint, date date) join usage_nights n on n.id = m.id
              where m.date > (now() at time zone 'Pacific/Kiritimati')::date or abs(m.date - n.night) > 7305) then
    perform refuse('A date in the future, or more than 20 years from the recorded one.');
  end if;
  select coalesce(array_agg(distinct n.patient_id), '{}') into concerned from usage_nights n where n.id = any (ids);
  with was as (
    select n.id, n.usage_date from usage_nights n where n.id = any (ids)
  ), moved as (
    update usage_nights n set usage_date = m.date from jsonb_to_recordset(moves) as m (id bigint, date date)
     where n.id = m.id and n.usage_date <> m.date returning n.*
  )
  insert into usage_date_changes (org_id, patient_id, machine_org_id, machine_id, night_id, source, night, old_date, new_date, actor_user_id, email)
  select n.org_id, n.patient_id, n.machine_org_id, n.machine_id, n.id, n.source, n.night, w.usage_date, n.usage_date, u.id, u.email
    from moved n join was w on w.id = n.id join users u on u.id = ctx_user();
  if exists (select from usage_nights n left join patients p on p.id = n.patient_id where n.id = any (ids)
              and case when n.patient_id is null then not n.usage_date <@ ctx_machine_days(machine) else not ctx_sees(p.visible_org_ids, array[p.location_id]) end) then
    raise exception 'Another patient had the machine on that date.' using errcode = 'check_violation', constraint = 'usage_date_of_another_patient';
  end if;
  select array_agg(distinct c.id) into concerned
    from (select unnest(concerned) as id union select n.patient_id from usage_nights n where n.id = any (ids)) c where c.id is not null;
  return coalesce(concerned, '{}');
end  $$;

-- As before (055), and not of days on which another organization had the machine.
create or replace function nights_moving(machine int, patient int, history int, first_night date, free_from date)
  returns table (night_id bigint, dated date, recorded date, used int, origin text, is_overruled boolean, validity int, holder int, is_hidden boolean, receiver int)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
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
end $$;

-- As before (050), and no night of a day on which another organization had the machine.
create or replace function icode_report_night() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  evening date := new.collected - 1;
begin
  if exists (select from device_history h where h.machine_id = new.machine_id and h.patient_id <> new.patient_id
               and h.start_date <= evening and (h.end_date is null or evening < h.end_date)) then return null; end if;
  if exists (select from machines m where m.id = new.machine_id and m.handed_over) and not evening <@ machine_days(new.machine_id, new.org_id) then return null; end if;
  insert into usage_nights (machine_org_id, machine_id, night, source, minutes, ahi, pressure, p95, sni, arrived_at)
  select new.machine_org_id, new.machine_id, evening, 'qr', new.minutes, m.ahi, m.pressure, m.p95, m.sni, new.created_at
    from (select 1) one left join (select new.ahi, new.pressure, new.p95, new.sni) m on new.minutes > 0
  on conflict (machine_id, night, source) do update
     set (minutes, ahi, pressure, p95, sni) = row(excluded.minutes, excluded.ahi, excluded.pressure, excluded.p95, excluded.sni);
  return null;
end $$;

drop function ctx_first_night(int);
drop function received_on(int, int);

-- ---- One number for each event of the inbox, whether anyone receives it or not

-- All users who receive an event have the same id for it. The id is unique for each user, who reads no other items.
alter table inbox_items drop constraint inbox_items_pkey, add primary key (user_id, id);

create or replace function hand_offs_inbox() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  event int := nextval('inbox_items_id_seq');
begin
  if tg_op = 'INSERT' then
    insert into inbox_items (id, org_id, user_id, kind, hand_off_id) select event, new.org_id, r, 'hand-off-asked', new.id from hand_off_readers(new.org_id) r;
  else
    insert into inbox_items (id, org_id, user_id, kind, hand_off_id) values (event, new.org_id, new.user_id, 'hand-off-answered', new.id);
  end if;
  return null;
end $$;

create or replace function hand_off_messages_inbox() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
end $$;

-- ---- The steps of a hand-off, at the time of the database

drop function ask_hand_off(text, jsonb, text, timestamptz);
drop function withdraw_hand_off(int, timestamptz);
drop function refuse_hand_off(int, text, timestamptz);
drop function write_hand_off_message(int, text, timestamptz);
drop function accept_hand_off(int, date, int, timestamptz);
drop function open_hand_off(int, text, timestamptz);
drop function migrate_organization(text, timestamptz);

-- Stores a request and returns its id; null when the organization made 20 in the last 24 hours, so that it cannot try names or serials.
create function ask_hand_off(wanted text, asked jsonb, cipher text) returns int language plpgsql security definer set search_path = public, pg_temp as $$
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
  select ctx_org(), ctx_user(), 'asker', wanted, made.serial, made.first_name, made.last_name, made.birth_date, made.phone, made.assigned_id, made.asked_by,
         cipher, now(), ((now() at time zone o.timezone) + interval '14 days') at time zone o.timezone
    from organizations o where o.id = ctx_org()
  returning * into made;
  return made.id;
end $$;

-- As before (064), and to the organization that has the machine now. A request that nothing receives takes the numbers that a delivered one takes: that
-- of the event in the inbox, and that of the line in the audit log.
create or replace function deliver_hand_off(asked int, patient int, machine int, confirmed boolean) returns int language plpgsql security definer set search_path = public, pg_temp as $$
declare
  theirs hand_offs;
  holder int;
  made int;
begin
  select * into theirs from hand_offs h where h.id = asked and h.side = 'asker' for update;
  if not found or theirs.looked_up_at is not null then return null; end if;
  update hand_offs h set looked_up_at = now(), pin_cipher = null where h.id = asked;
  holder := coalesce((select p.org_id from patients p where p.id = patient), machine_holder(machine));
  if theirs.state <> 'open' or holder is null or holder = theirs.org_id then
    perform nextval('inbox_items_id_seq'), nextval('audit_log_id_seq');
    return null;
  end if;
  insert into hand_offs (id, org_id, side, kind, serial, asked_by, pin_confirmed, other_org_id, other_id, other_name, patient_org_id, patient_id,
      machine_org_id, machine_id, looked_up_at, created_at, expires_at)
  select theirs.id + 1, holder, 'holder', theirs.kind, theirs.serial, theirs.asked_by, confirmed, theirs.org_id, theirs.id, o.name, case when patient is not null then holder end, patient,
         (select m.org_id from machines m where m.id = machine), machine, now(), theirs.created_at, theirs.expires_at
    from organizations o where o.id = theirs.org_id
  returning id into made;
  insert into hand_off_messages (id, org_id, hand_off_id, body, created_at)
  select m.id + 1, holder, made, m.body, m.created_at from hand_off_messages m where m.org_id = theirs.org_id and m.hand_off_id = asked order by m.id;
  return made;
end $$;

-- Returns the asker's row of the caller's own open request and locks both rows, that of the asker first; null when it is no longer open.
create function open_hand_off(own int, own_side text) returns int language plpgsql security definer set search_path = public, pg_temp as $$
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
end $$;

create function withdraw_hand_off(own int) returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
declare
  asked int := open_hand_off(own, 'asker');
begin
  update hand_offs h set state = 'withdrawn', ended_at = now() where h.id = asked or h.other_id = asked;
  return asked is not null;
end $$;

create function refuse_hand_off(own int, why text) returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
declare
  asked int := open_hand_off(own, 'holder');
begin
  update hand_offs h set state = 'refused', reason = why, ended_at = now(),
      user_id = case h.id when own then ctx_user() else h.user_id end where h.id = asked or h.other_id = asked;
  return asked is not null;
end $$;

-- Adds a message of the caller to both threads. Returns done; closed for a request that has ended; full for a thread of 200 messages.
create function write_hand_off_message(own int, written text) returns text language plpgsql security definer set search_path = public, pg_temp as $$
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
end $$;

-- Accepts a request from a day on. `ended`: the assignment that the caller has just ended on that day. A device may be assigned by the asker from that
-- day on. Of a patient the asker gets a new record, with what identifies the person and how to reach them, and the device from that day on if it
-- goes with them: no row of the earlier record becomes visible. Returns done, closed, or held when the machine is assigned elsewhere.
create function accept_hand_off(own int, day date, ended int) returns text language plpgsql security definer set search_path = public, pg_temp as $$
declare
  asked int := open_hand_off(own, 'holder');
  mine hand_offs;
  theirs hand_offs;
  gone machines;
  made int;
begin
  if not ctx_may('update.device') then perform refuse('Not permitted: update.device'); end if;
  if asked is null then return 'closed'; end if;
  select * into mine from hand_offs h where h.id = own;
  select * into theirs from hand_offs h where h.id = asked;
  if not exists (select from organizations o where o.id = mine.org_id
      and day between (mine.created_at at time zone o.timezone)::date and (now() at time zone o.timezone)::date) then
    perform refuse('A day before the request, or in the future.');
  end if;
  if ended is not null and not exists (select from device_history h where h.id = ended and h.org_id = mine.org_id and h.end_date = day
      and h.machine_id = coalesce(mine.machine_id, h.machine_id) and (mine.kind = 'device' or h.patient_id = mine.patient_id)) then
    perform refuse('An assignment of another patient or machine, or one that has another end.');
  end if;
  select m.* into gone from machines m where m.id = coalesce(mine.machine_id, (select h.machine_id from device_history h where h.id = ended));
  -- Of two acceptances of one machine or patient, one waits, and then finds the other: each is given away once.
  perform from machines m where m.id = gone.id for no key update;
  perform from patients p where p.id = mine.patient_id for no key update;
  if exists (select from device_history h where h.machine_id = gone.id and daterange(h.start_date, h.end_date, '[)') && daterange(day, null, '[)'))
    or exists (select from hand_offs h where h.side = 'asker' and h.state = 'accepted' and h.machine_id = gone.id and h.ended_at >= mine.created_at)
    or gone.handed_over and machine_holder(gone.id) <> mine.org_id
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
end $$;

-- Marks the organization with this DME ID, and gives its primary location the id. Of parallel calls one answers 'done', the others 'migrated'.
-- 'absent': there is no such organization for the caller; 'type': it is no equipment provider; 'location': it has no primary location.
create function migrate_organization(wanted text) returns table (organization int, location int, outcome text)
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

-- ---- The states of a migration of patients

-- The states that may follow each other. A migration that fails, also in its undo, can be undone.
create function patient_migration_follows(was text, becomes text) returns boolean language sql immutable as $$
  select (was, becomes) in (('waiting', 'running'), ('waiting', 'failed'), ('running', 'done'), ('running', 'failed'),
    ('done', 'undoing'), ('failed', 'undoing'), ('undoing', 'undone'), ('undoing', 'failed'))
$$;

-- Who started a migration, where its patients go, what its state may become, and until when it can be undone, is not what its writer says.
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
    if new.state in ('done', 'failed') and old.state <> 'undoing' then
      new.ended_at := now();
      new.undo_until := now() + interval '24 hours';
    end if;
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
-- As before (061), and no patient that was here before the migration: support staff writes the results.
create or replace function remove_migrated_patients(migration int, row_ids int[]) returns table (row_id int, removed_id int, kept_by text)
  language plpgsql security definer set search_path = public, pg_temp as $$
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
end $$;

revoke update (started_at, ended_at, undo_until) on patient_migrations from airlog_support, airlog_jobs;

-- ---- Owners of the functions

grant usage on sequence inbox_items_id_seq, audit_log_id_seq to airlog_definer;
grant create on schema public to airlog_definer;
revoke all on function machine_days(int, int), ctx_machine_days(int), machine_holder(int), assignment_bounds(int, int, date, date, int),
  ask_hand_off(text, jsonb, text), open_hand_off(int, text), withdraw_hand_off(int), refuse_hand_off(int, text), write_hand_off_message(int, text),
  accept_hand_off(int, date, int), migrate_organization(text) from public;
alter function machine_days(int, int) owner to airlog_definer;
alter function ctx_machine_days(int) owner to airlog_definer;
alter function machine_holder(int) owner to airlog_definer;
alter function assignment_bounds(int, int, date, date, int) owner to airlog_definer;
alter function ask_hand_off(text, jsonb, text) owner to airlog_definer;
alter function open_hand_off(int, text) owner to airlog_definer;
alter function withdraw_hand_off(int) owner to airlog_definer;
alter function refuse_hand_off(int, text) owner to airlog_definer;
alter function write_hand_off_message(int, text) owner to airlog_definer;
alter function accept_hand_off(int, date, int) owner to airlog_definer;
alter function migrate_organization(text) owner to airlog_definer;
revoke create on schema public from airlog_definer;
grant execute on function ctx_machine_days(int), assignment_bounds(int, int, date, date, int) to airlog_org, airlog_support;
grant execute on function machine_holder(int) to airlog_jobs;
grant execute on function ask_hand_off(text, jsonb, text), withdraw_hand_off(int), refuse_hand_off(int, text), write_hand_off_message(int, text),
  accept_hand_off(int, date, int) to airlog_org;
grant execute on function migrate_organization(text) to airlog_support;
