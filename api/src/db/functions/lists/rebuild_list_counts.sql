-- Counts all lists again: after rows that were written without triggers. Writers of the lists wait.
create or replace function rebuild_list_counts() returns void language plpgsql as $$
begin
  lock table patients, machines, device_history, list_counts in share row exclusive mode;
  delete from list_counts;
  insert into list_counts (list, org_id, visible_location_ids, rows) select * from counted_lists();
end $$;

revoke all on function rebuild_list_counts() from public;
