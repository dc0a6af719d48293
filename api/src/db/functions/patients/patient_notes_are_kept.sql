create or replace function patient_notes_are_kept() returns trigger language plpgsql as $$
begin
  raise exception 'A note of a patient, and what it was before, is never deleted.' using errcode = 'integrity_constraint_violation';
end $$;
