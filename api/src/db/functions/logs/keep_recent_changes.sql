-- Arguments: the columns. Older entries are dropped, so that the value stays as small as the number of columns.
create or replace function keep_recent_changes() returns trigger language plpgsql as $$
declare
  before constant jsonb := to_jsonb(old);
  after constant jsonb := to_jsonb(new);
  kept jsonb;
  added jsonb;
begin
  select coalesce(jsonb_object_agg(r.key, r.value), '{}') into kept from jsonb_each(old.recent_changes) r
    where (r.value ->> 'at')::timestamptz > now() - interval '1 hour';
  select coalesce(jsonb_object_agg(c.name, jsonb_build_object('by', ctx_user(), 'at', now())), '{}') into added from unnest(tg_argv) c(name)
    where after -> c.name is distinct from before -> c.name;
  new.recent_changes := kept || added;
  return new;
end $$;
