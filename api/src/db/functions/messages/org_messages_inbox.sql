create or replace function org_messages_inbox() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into inbox_items (org_id, user_id, kind, message_id, created_at) values (new.org_id, new.user_id, 'message', new.id, new.created_at);
  return null;
end $$;

revoke all on function org_messages_inbox() from public;
alter function org_messages_inbox() owner to airlog_definer;
