-- Notifies every node when the transaction commits, as realtime/pubsub.ts does.
create or replace function inbox_items_added() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_notify('airlog', json_build_object('topic', 'inbox.changed', 'data', json_build_object('userId', new.user_id, 'itemId', new.id))::text);
  return null;
end $$;

revoke all on function inbox_items_added() from public;
alter function inbox_items_added() owner to airlog_definer;
