create or replace function keep_patient_migration_row() returns trigger language plpgsql as $$
begin
  if is_staff() and not ctx_may('migrate.org') then perform refuse('Not permitted: migrate.org'); end if;
  return null;
end $$;
