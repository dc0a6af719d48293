-- The days of a result end in the zone of the patient's provider: one job for all patients of the provider, which works in portions.
create or replace function recompute_provider(provider int) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if to_regclass('pgboss.queue') is null then return; end if;
  if not exists (select from pgboss.queue where name = 'recompute-provider') then return; end if;
  perform add_job('recompute-provider', jsonb_build_object('orgId', provider), provider::text, null);
end $$;

revoke all on function recompute_provider(int) from public;
alter function recompute_provider(int) owner to airlog_jobs;
grant execute on function recompute_provider(int) to airlog_definer;
