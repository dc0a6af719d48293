-- Adds a message of the caller to both threads. Returns done; closed for a request that has ended; full for a thread of 200 messages.
create or replace function write_hand_off_message(own int, written text) returns text language plpgsql security definer set search_path = public, pg_temp as $$
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

revoke all on function write_hand_off_message(int, text) from public;
alter function write_hand_off_message(int, text) owner to airlog_definer;
grant execute on function write_hand_off_message(int, text) to airlog_org;
