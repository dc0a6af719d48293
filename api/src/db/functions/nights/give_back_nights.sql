-- Gives voided nights back, all or none, each with the state that it had. Returns the patients whose nights they are.
create or replace function give_back_nights(machine int, ids bigint[]) returns int[] language plpgsql security definer set search_path = public, pg_temp as $$
declare
  returned int;
begin
  perform claim_nights(machine, 'sd', ids);
  with ended as (
    update night_voids v set given_back_by = u.id, given_back_email = u.email, given_back_at = greatest(now(), v.created_at)
      from users u where u.id = ctx_user() and v.night_id = any (ids) and v.given_back_at is null returning v.night_id, v.state_before
  ), back as (
    update usage_nights n set state = e.state_before from ended e where n.id = e.night_id returning n.id
  )
  select count(*) into returned from back;
  if returned <> cardinality(ids) then perform refuse('A night that is not voided.'); end if;
  return array (select distinct n.patient_id from usage_nights n where n.id = any (ids) and n.patient_id is not null);
end $$;

revoke all on function give_back_nights(int, bigint[]) from public;
alter function give_back_nights(int, bigint[]) owner to airlog_definer;
grant execute on function give_back_nights(int, bigint[]) to airlog_org, airlog_support;
