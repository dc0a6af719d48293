-- Voids nights of cards of one machine, all or none: state 9 counts nowhere. Every other column stays as it is. Returns the patients whose nights they are.
create or replace function void_nights(machine int, ids bigint[], why text) returns int[] language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform claim_nights(machine, 'sd', ids);
  if exists (select from usage_nights n where n.id = any (ids) and n.state = 9) then perform refuse('A night that is voided already.'); end if;
  insert into night_voids (night_id, state_before, reason, actor_user_id, email)
  select n.id, n.state, why, u.id, u.email from usage_nights n join users u on u.id = ctx_user() where n.id = any (ids) order by n.night, n.id;
  update usage_nights n set state = 9 where n.id = any (ids);
  return array (select distinct n.patient_id from usage_nights n where n.id = any (ids) and n.patient_id is not null);
end $$;

revoke all on function void_nights(int, bigint[], text) from public;
alter function void_nights(int, bigint[], text) owner to airlog_definer;
grant execute on function void_nights(int, bigint[], text) to airlog_org, airlog_support;
