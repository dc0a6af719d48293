create or replace function machine_pin_added() returns trigger language plpgsql as $$
begin
  if is_staff() and (old.pin_cipher is not null or new.pin_cipher is null) then
    perform refuse('A PIN is added where it is missing, and never replaced or removed.');
  end if;
  return new;
end $$;
