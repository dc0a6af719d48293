-- Accepts a request from a day on. `ended`: the assignment that the caller has just ended on that day. A device may be assigned by the asker from that day
-- on. Of a patient the asker gets a new record, with what identifies the person and how to reach them, and the device from that day on if it goes with them:
-- no row of the earlier record becomes visible. Returns done, closed, or held when the machine is assigned elsewhere.
-- A machine may be that of a partner which equips the patient, and is not given away from an earlier day than it was before. Nothing is handed to an
-- organization that was deactivated after it asked: the request stays open, for as long as any.
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
end $$;

revoke all on function accept_hand_off(int, date, int) from public;
alter function accept_hand_off(int, date, int) owner to airlog_definer;
grant execute on function accept_hand_off(int, date, int) to airlog_org;
