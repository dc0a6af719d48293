-- The organization that has a machine now: the last one that received it, without one its owner.
create or replace function machine_holder(machine int) returns int language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(
    (select h.org_id from hand_offs h where h.machine_id = machine and h.side = 'asker' and h.state = 'accepted' order by h.ended_at desc, h.id desc limit 1),
    (select m.org_id from machines m where m.id = machine))
$$;

revoke all on function machine_holder(int) from public;
alter function machine_holder(int) owner to airlog_definer;
grant execute on function machine_holder(int) to airlog_jobs;
