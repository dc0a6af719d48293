-- What a position is compared with. Its row is of no organization.
create or replace function change_place() returns table (epoch uuid, from_id bigint, deleted_to xid8)
  language sql stable security definer set search_path = public, pg_temp as $$ select e.epoch, e.from_id, e.deleted_to from change_epochs e $$;

revoke all on function change_place() from public;
alter function change_place() owner to airlog_definer;
grant execute on function change_place() to airlog_org, airlog_support, airlog_jobs;
