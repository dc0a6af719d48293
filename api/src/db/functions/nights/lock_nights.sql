-- Nights and assignments of a machine are written one transaction at a time: each has read what the one before wrote.
create or replace function lock_nights(machine int) returns void language sql as $$ select pg_advisory_xact_lock(7, machine) $$;

revoke all on function lock_nights(int) from public;
grant execute on function lock_nights(int) to airlog_definer;
