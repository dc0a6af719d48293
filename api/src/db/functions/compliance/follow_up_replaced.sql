create or replace function follow_up_replaced() returns trigger language plpgsql as $$
begin
  if old.replaced_at is not null then perform refuse('An act is replaced once.'); end if;
  new.replaced_at := now();
  return new;
end $$;
