-- Ends a request that no one answered in time and returns the organization that asked; null when it is not yet over, or has ended.
create or replace function expire_hand_off(asked int, at timestamptz) returns int language plpgsql security definer set search_path = public, pg_temp as $$
declare
  asker int;
begin
  select h.org_id into asker from hand_offs h where h.id = asked and h.side = 'asker' and h.state = 'open' and h.expires_at <= at for update;
  if asker is null then return null; end if;
  update hand_offs h set state = 'expired', ended_at = h.expires_at where h.id = asked or h.other_id = asked;
  return asker;
end $$;

revoke all on function expire_hand_off(int, timestamptz) from public;
alter function expire_hand_off(int, timestamptz) owner to airlog_definer;
grant execute on function expire_hand_off(int, timestamptz) to airlog_jobs;
