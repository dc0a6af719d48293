-- The nodes that run or did not say that they stopped. One that was not seen for a minute has missed four signs of life.
create or replace function installation_nodes() returns table (id uuid, host text, version text, migration text, started_at timestamptz, seen_at timestamptz, is_silent boolean)
  language sql stable security definer set search_path = public, pg_temp as $$
  select n.id, n.host, n.version, n.migration, n.started_at, n.seen_at, n.seen_at < now() - interval '1 minute' from nodes n order by n.host, n.started_at
$$;

revoke all on function installation_nodes() from public;
alter function installation_nodes() owner to airlog_definer;
grant execute on function installation_nodes() to airlog_support;
