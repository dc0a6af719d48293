create or replace function hand_off_messages_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_notify('airlog', json_build_object('topic', 'hand-off.changed', 'data', json_build_object('handOffId', new.hand_off_id))::text);
  return null;
end $$;

revoke all on function hand_off_messages_changed() from public;
alter function hand_off_messages_changed() owner to airlog_definer;
