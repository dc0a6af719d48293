-- Deletes lines of the audit log that a file has, and notes the file. Returns how many. Called by the command that archives, with the login of the owner.
create or replace function archive_lines(ids bigint[], stored_key text, digest bytea) returns int language sql security definer set search_path = public, pg_temp as $$
  with gone as (delete from audit_log where id = any (ids) returning id, created_at),
       noted as (
         insert into audit_archives (first_row, last_row, lines, first_at, last_at, file_key, sha256)
         select min(id), max(id), count(*), min(created_at), max(created_at), stored_key, digest from gone having count(*) > 0)
  select count(*)::int from gone
$$;

revoke all on function archive_lines(bigint[], text, bytea) from public;
alter function archive_lines(bigint[], text, bytea) owner to airlog_definer;
