-- Replaces the changes of a list by their sums, unless another transaction is doing it.
create or replace function fold_list_counts(folded text) returns void language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(4716005, hashtext(folded)) then return; end if;
  with gone as (delete from list_counts c where c.list = folded returning c.org_id, c.visible_location_ids, c.rows)
  insert into list_counts (list, org_id, visible_location_ids, rows)
    select folded, g.org_id, g.visible_location_ids, sum(g.rows) from gone g group by 2, 3 having sum(g.rows) <> 0;
end $$;

revoke all on function fold_list_counts(text) from public;
alter function fold_list_counts(text) owner to airlog_definer;
