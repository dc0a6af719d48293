create or replace function wrong_list_counts() returns table (list text, org_id int, visible_location_ids int[], kept bigint, counted bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
  select list, org_id, visible_location_ids, kept.rows, counted.rows
    from (select c.list, c.org_id, c.visible_location_ids, sum(c.rows)::bigint as rows from list_counts c group by 1, 2, 3 having sum(c.rows) <> 0) kept
    full join counted_lists() counted using (list, org_id, visible_location_ids) where kept.rows is distinct from counted.rows
$$;

revoke all on function wrong_list_counts() from public;
alter function wrong_list_counts() owner to airlog_definer;
grant execute on function wrong_list_counts() to airlog_jobs;
