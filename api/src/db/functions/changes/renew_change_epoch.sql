-- Where the database was restored, or is a copy, positions are of changes that it does not have, and lines of transactions that it did not do: those are not
-- read any more (from_id), and deleted by delete_old_changes.
create or replace function renew_change_epoch() returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  here text := (select s.system_identifier || ':' || d.oid || ':' || c.timeline_id
                  from pg_control_system() s, pg_control_checkpoint() c, pg_database d where d.datname = current_database());
  last record;
begin
  perform from change_epochs for update;
  select c.id, c.xid into last from changes c order by c.id desc limit 1;
  if exists (select from change_epochs e where e.source = here and (last.id is null or last.id <= e.from_id or last.xid < pg_snapshot_xmax(pg_current_snapshot()))) then
    return;
  end if;
  update change_epochs set epoch = gen_random_uuid(), source = here, from_id = coalesce(last.id, 0), deleted_to = '0';
end $$;

revoke all on function renew_change_epoch() from public;
alter function renew_change_epoch() owner to airlog_definer;
grant execute on function renew_change_epoch() to airlog_jobs;
