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

revoke all on function hand_offs_inbox() from public;
alter function hand_offs_inbox() owner to airlog_definer;
