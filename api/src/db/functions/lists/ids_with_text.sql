-- The ids of the caller's rows whose searched text matches a pattern, found by its index; null for more than 10,000 of them, and for support staff, whose own statements use the index.
-- Searches need it where ILIKE is not leak-proof (db/leakproof.ts). It returns nothing but ids of rows that the caller sees, and the caller's statement reads these under row-level security.
create or replace function ids_with_text(listed text, pattern text) returns int[] language plpgsql stable security definer
set search_path = public, pg_temp as $$
declare ids int[];
begin
  if listed not in ('patients', 'device_index', 'mobile_users') then raise 'No search of % by ids.', listed; end if;
  if current_setting('role') = 'airlog_support' then return null; end if;
  execute format('select array(select r.id from %I r
    where r.search_text ilike $1 and r.visible_org_ids @> array[coalesce(ctx_acting(), ctx_org())] and ctx_sees(r.visible_org_ids, array[r.location_id])
    limit 10001)', listed) into ids using pattern;
  return case when cardinality(ids) <= 10000 then ids end;
end $$;

alter function ids_with_text(text, text) owner to airlog_definer;
revoke all on function ids_with_text(text, text) from public;
grant execute on function ids_with_text(text, text) to airlog_org, airlog_support;
