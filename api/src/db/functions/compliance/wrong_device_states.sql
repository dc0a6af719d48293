-- What triggers keep: the rows that differ from what they are derived from, in one statement and so in one snapshot, and their repair.
create or replace function wrong_device_states(lowest int, highest int) returns table (history_id int, kept jsonb, derived jsonb)
  language sql stable security definer set search_path = public, pg_temp as $$
  select history_id, to_jsonb(kept), to_jsonb(derived)
    from (select * from device_states s where s.history_id between lowest and highest) kept
    full join device_states_of(lowest, highest) derived using (history_id) where kept.* is distinct from derived.*
$$;

revoke all on function wrong_device_states(int, int) from public;
alter function wrong_device_states(int, int) owner to airlog_definer;
grant execute on function wrong_device_states(int, int) to airlog_jobs;
