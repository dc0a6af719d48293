create or replace function withdraw_hand_off(own int) returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
declare
  asked int := open_hand_off(own, 'asker');
begin
  update hand_offs h set state = 'withdrawn', ended_at = now() where h.id = asked or h.other_id = asked;
  return asked is not null;
end $$;

revoke all on function withdraw_hand_off(int) from public;
alter function withdraw_hand_off(int) owner to airlog_definer;
grant execute on function withdraw_hand_off(int) to airlog_org;
