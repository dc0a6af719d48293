create or replace function locations_of(location int) returns int[] language sql immutable parallel safe as $$ select array_remove(array[location], null) $$;
