-- The first letters of a name, but never all of them, and an asterisk for each further one: as the portal masks names (device-history-masking.ts).
create or replace function masked_name(name text, kept int) returns text language sql immutable parallel safe as $$
  select left(name, shown) || repeat('*', length(name) - shown) from (select least(kept, greatest(length(name) - 1, 0)) as shown) letters
$$;
