-- Where the database was restored, or is another copy, cursors are of changes that it does not have, and lines of transactions that it did not do.
create or replace function renew_change_epoch() returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  here text := (select s.system_identifier || ':' || d.oid || ':' || c.timeline_id
                  from pg_control_system() s, pg_control_checkpoint() c, pg_database d where d.datname = current_database());
begin
  perform from change_epochs for update;
  if exists (select from change_epochs e where e.source = here)
     and (select c.xid from changes c order by c.id desc limit 1) < pg_snapshot_xmax(pg_current_snapshot()) is not false then return; end if;
  truncate changes;
  update change_epochs set epoch = gen_random_uuid(), source = here, deleted_to = '0';
end $$;

revoke all on function renew_change_epoch() from public;
alter function renew_change_epoch() owner to airlog_definer;
grant execute on function renew_change_epoch() to airlog_jobs;
