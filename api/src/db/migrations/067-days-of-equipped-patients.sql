-- The days of a machine for patients that a partner of their organization equips, whose cards may name which days, who reads the module, and the limits
-- of an acceptance (decisions/092).

-- ---- The days of a machine

-- The days of a machine that are those of a patient: of the organization of the record, and of the provider that equips the patient.
create function patient_machine_days(machine int, patient int) returns datemultirange language sql stable security definer set search_path = public, pg_temp as $$
  select machine_days(machine, p.org_id) + machine_days(machine, p.dme_id) from patients p where p.id = patient
$$;

-- As before (065), with the days of the patient.
create or replace function assignment_bounds(machine int, patient int, starts date, ends date, history int) returns table (received date, handed_over date)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  days datemultirange;
  added datemultirange := datemultirange(daterange(starts, case when ends < starts then starts else ends end));
begin
  if not exists (select from machines m where m.id = machine and m.handed_over and ctx_sees(m.visible_org_ids, m.visible_location_ids)) then return; end if;
  select patient_machine_days(machine, p.id) into days from patients p where p.id = patient and ctx_sees(p.visible_org_ids, array[p.location_id]);
  days := coalesce(days, machine_days(machine, coalesce(ctx_acting(), ctx_org())));
  added := added - coalesce((select datemultirange(daterange(h.start_date, h.end_date)) from device_history h
    where h.id = history and h.machine_id = machine and h.patient_id = patient), '{}');
  if added <@ days then return; end if;
  return query select case when upper_inf(days) then (select max(lower(r)) from unnest(days) r) end, case when not upper_inf(days) then upper(days) end;
end $$;

-- As before (065), with the days of the patient.
create or replace function assignment_of_received_machine() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  added datemultirange := datemultirange(daterange(new.start_date, case when new.end_date < new.start_date then new.start_date else new.end_date end));
begin
  if tg_op = 'UPDATE' then added := added - datemultirange(daterange(old.start_date, old.end_date)); end if;
  if exists (select from machines m where m.id = new.machine_id and m.handed_over) and not added <@ patient_machine_days(new.machine_id, new.patient_id) then
    raise exception 'The organization did not have the machine on that day.' using errcode = 'check_violation', constraint = 'device_history_since_hand_off';
  end if;
  return new;
end $$;

-- As before (065), with the days of the patient.
create or replace function icode_report_night() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  evening date := new.collected - 1;
begin
  if exists (select from device_history h where h.machine_id = new.machine_id and h.patient_id <> new.patient_id
               and h.start_date <= evening and (h.end_date is null or evening < h.end_date)) then return null; end if;
  if exists (select from machines m where m.id = new.machine_id and m.handed_over)
    and not evening <@ patient_machine_days(new.machine_id, new.patient_id) then return null; end if;
  insert into usage_nights (machine_org_id, machine_id, night, source, minutes, ahi, pressure, p95, sni, arrived_at)
  select new.machine_org_id, new.machine_id, evening, 'qr', new.minutes, m.ahi, m.pressure, m.p95, m.sni, new.created_at
    from (select 1) one left join (select new.ahi, new.pressure, new.p95, new.sni) m on new.minutes > 0
  on conflict (machine_id, night, source) do update
     set (minutes, ahi, pressure, p95, sni) = row(excluded.minutes, excluded.ahi, excluded.pressure, excluded.p95, excluded.sni);
  return null;
end $$;

-- True for the organization that has a machine now, and for those that see its current patient: they change its settings.
create function ctx_has_machine(machine int) returns boolean language sql stable security definer set search_path = public, pg_temp as $$
  select upper_inf(ctx_machine_days(machine)) or exists (select from device_history h join patients p on p.id = h.patient_id
    where h.machine_id = machine and h.end_date is null and ctx_sees(p.visible_org_ids, array[p.location_id]))
$$;
alter policy child on modules using (exists (select from machines m where m.id = modules.machine_id
  and case when m.handed_over then ctx_has_machine(m.id) else true end));
alter policy acting on modules using (exists (select from machines m where m.id = modules.machine_id
  and case when m.handed_over then ctx_has_machine(m.id) else true end));

-- Since when a day of a machine has been one of the caller's organization; null for a day of another organization.
create function ctx_machine_day_since(machine int, day date) returns timestamptz language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce((select max(h.ended_at) from hand_offs h
                    where h.machine_id = machine and h.side = 'asker' and h.state = 'accepted' and h.starts_on <= day), '-infinity')
   where day <@ ctx_machine_days(machine)
$$;
-- As before (065), and of these not what the former holder of the machine corrected, with the address of its user.
alter policy child on usage_date_changes using (case when patient_id is null
  then exists (select from machines m where m.id = usage_date_changes.machine_id
    and case when m.handed_over then usage_date_changes.created_at >= ctx_machine_day_since(m.id, usage_date_changes.old_date) else true end)
  else exists (select from patients p where p.id = usage_date_changes.patient_id) end);
alter policy acting on usage_date_changes using (case when patient_id is null
  then exists (select from machines m where m.id = usage_date_changes.machine_id
    and case when m.handed_over then usage_date_changes.created_at >= ctx_machine_day_since(m.id, usage_date_changes.old_date) else true end)
  else exists (select from patients p where p.id = usage_date_changes.patient_id) end);

-- ---- The steps of a hand-off

-- As before (065), at the time after it waited for the request: a message that was written until then is one of the first.
create or replace function deliver_hand_off(asked int, patient int, machine int, confirmed boolean) returns int language plpgsql security definer set search_path = public, pg_temp as $$
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
end $$;

-- As before (065). A machine may be that of a partner which equips the patient, and is not given away from an earlier day than it was before.
create or replace function accept_hand_off(own int, day date, ended int) returns text language plpgsql security definer set search_path = public, pg_temp as $$
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
end $$;

-- ---- Owners of the functions

grant create on schema public to airlog_definer;
revoke all on function patient_machine_days(int, int), ctx_has_machine(int), ctx_machine_day_since(int, date) from public;
alter function patient_machine_days(int, int) owner to airlog_definer;
alter function ctx_has_machine(int) owner to airlog_definer;
alter function ctx_machine_day_since(int, date) owner to airlog_definer;
revoke create on schema public from airlog_definer;
grant execute on function ctx_has_machine(int), ctx_machine_day_since(int, date) to airlog_org, airlog_support;
grant execute on function machine_days(int, int) to airlog_jobs;
