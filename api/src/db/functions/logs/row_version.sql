create or replace function row_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
