-- Stores a request and returns its id; null when the organization made 20 in the last 24 hours, so that it cannot try names or serials.
-- The masked name is that of the caller, whatever `asked` says.
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

revoke all on function ask_hand_off(text, jsonb, text) from public;
alter function ask_hand_off(text, jsonb, text) owner to airlog_definer;
grant execute on function ask_hand_off(text, jsonb, text) to airlog_org;
