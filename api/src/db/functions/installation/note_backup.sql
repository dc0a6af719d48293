-- Notes that a backup was taken, for the page of the installation. Called by the command that took it, with the login of the owner.
create or replace function note_backup(taken timestamptz, size bigint, of_version text) returns void language sql security definer set search_path = public, pg_temp as $$
  insert into backups (taken_at, bytes, version) values (taken, size, of_version)
$$;

revoke all on function note_backup(timestamptz, bigint, text) from public;
alter function note_backup(timestamptz, bigint, text) owner to airlog_definer;
