create or replace function row_updated() returns trigger language plpgsql as $$
begin
  new.updated_at := now();
  return new;
end $$;
