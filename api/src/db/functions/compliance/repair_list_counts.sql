-- Adds the missing changes of the counts, and returns the counts that were wrong. A concurrent change adds its own, so no writer waits.
create or replace function repair_list_counts() returns table (list text, org_id int, visible_location_ids int[], kept bigint, counted bigint)
  language sql security definer set search_path = public, pg_temp as $$
  with wrong as materialized (select * from wrong_list_counts()), added as (
    insert into list_counts (list, org_id, visible_location_ids, rows)
      select w.list, w.org_id, w.visible_location_ids, coalesce(w.counted, 0) - coalesce(w.kept, 0) from wrong w)
  select * from wrong
$$;

revoke all on function repair_list_counts() from public;
alter function repair_list_counts() owner to airlog_definer;
grant execute on function repair_list_counts() to airlog_jobs;
