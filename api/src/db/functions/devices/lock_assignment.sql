-- Blocks other assignments of the patient and the machine until the end of the transaction, in the order of the portal, and then the nights of the machine.
create or replace function lock_assignment(patient int, machine int) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(1, patient);
  perform pg_advisory_xact_lock(2, hashtext(m.serial)) from machines m where m.id = machine;
  perform lock_nights(machine);
end $$;

revoke all on function lock_assignment(int, int) from public;
alter function lock_assignment(int, int) owner to airlog_definer;
