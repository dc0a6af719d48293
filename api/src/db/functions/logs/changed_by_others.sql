-- Of a row's recent_changes the columns whose last change is another user's.
create or replace function changed_by_others(changes jsonb) returns text[] language sql stable as $$
  select coalesce(array_agg(c.key), '{}') from jsonb_each(changes) c
   where (c.value ->> 'at')::timestamptz > now() - interval '1 hour' and (c.value ->> 'by')::int <> ctx_user()
$$;
