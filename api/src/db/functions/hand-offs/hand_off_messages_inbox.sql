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

revoke all on function hand_off_messages_inbox() from public;
alter function hand_off_messages_inbox() owner to airlog_definer;
