create or replace function refuse_hand_off(own int, why text) returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
declare
  asked int := open_hand_off(own, 'holder');
begin
  update hand_offs h set state = 'refused', reason = why, ended_at = now(),
      user_id = case h.id when own then ctx_user() else h.user_id end where h.id = asked or h.other_id = asked;
  return asked is not null;
end $$;

revoke all on function refuse_hand_off(int, text) from public;
alter function refuse_hand_off(int, text) owner to airlog_definer;
grant execute on function refuse_hand_off(int, text) to airlog_org;
