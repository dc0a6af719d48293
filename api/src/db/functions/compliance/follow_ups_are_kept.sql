create or replace function follow_ups_are_kept() returns trigger language plpgsql as $$
begin
  raise exception 'What staff decided is never deleted.' using errcode = 'integrity_constraint_violation';
end $$;
