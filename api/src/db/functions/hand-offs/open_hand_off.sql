-- Returns the asker's row of the caller's own open request and locks both rows, that of the asker first; null when it is no longer open.
create or replace function open_hand_off(own int, own_side text) returns int language plpgsql security definer set search_path = public, pg_temp as $$
declare
  asked int;
begin
  if current_setting('role') <> 'airlog_org' or not ctx_may('request.patient') then perform refuse('Not permitted: request.patient'); end if;
  select coalesce(h.other_id, h.id) into asked from hand_offs h where h.id = own and h.org_id = ctx_org() and h.side = coalesce(own_side, h.side);
  if asked is null then perform refuse('A request of another organization.'); end if;
  perform from hand_offs h where h.id = asked and h.state = 'open' and h.expires_at > now() for update;
  if not found then return null; end if;
  perform from hand_offs h where h.other_id = asked for update;
  return asked;
end $$;

revoke all on function open_hand_off(int, text) from public;
alter function open_hand_off(int, text) owner to airlog_definer;
