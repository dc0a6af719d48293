create or replace function wrong_device_index(lowest int, highest int) returns table (history_id int, kept jsonb, derived jsonb)
  language sql stable security definer set search_path = public, pg_temp as $$
  select history_id, to_jsonb(kept), to_jsonb(derived)
    from (select * from device_index i where i.history_id between lowest and highest) kept
    full join device_index_of(lowest, highest) derived using (history_id) where kept.* is distinct from derived.*
$$;

revoke all on function wrong_device_index(int, int) from public;
alter function wrong_device_index(int, int) owner to airlog_definer;
grant execute on function wrong_device_index(int, int) to airlog_jobs;
