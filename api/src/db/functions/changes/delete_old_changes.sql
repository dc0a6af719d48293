-- Deletes lines that are older than 30 days or of an epoch before, among the oldest ones up to a number, and returns how many there were. In the order of their
-- ids: an index of their times would cost every line. A position from before a deleted line is refused (`deleted_to`).
create or replace function delete_old_changes(portion int) returns int language plpgsql security definer set search_path = public, pg_temp as $$
declare
  last xid8;
  gone int;
begin
  perform from change_epochs for update;
  with oldest as (select c.id, c.at from changes c order by c.id limit portion),
       deleted as (delete from changes c using oldest o, change_epochs e
                    where c.id = o.id and (o.at < now() - interval '30 days' or o.id <= e.from_id) returning c.xid, o.id > e.from_id as of_this)
  select count(*), (select d.xid from deleted d where d.of_this order by d.xid desc limit 1) into gone, last from deleted;
  if last is not null then update change_epochs set deleted_to = greatest(deleted_to, last); end if;
  return gone;
end $$;

revoke all on function delete_old_changes(int) from public;
alter function delete_old_changes(int) owner to airlog_definer;
grant execute on function delete_old_changes(int) to airlog_jobs;
