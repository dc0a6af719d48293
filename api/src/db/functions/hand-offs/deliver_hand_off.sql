-- Gives a request to the organization that holds the patient, or that has the machine now; both null: nothing matched. Once only. A request that nothing
-- receives takes the numbers that a delivered one takes: that of the event in the inbox, and that of the line in the audit log.
-- The time is read after it waited for the request: a message that was written until then is one of the first.
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

revoke all on function deliver_hand_off(int, int, int, boolean) from public;
alter function deliver_hand_off(int, int, int, boolean) owner to airlog_definer;
grant execute on function deliver_hand_off(int, int, int, boolean) to airlog_jobs;
