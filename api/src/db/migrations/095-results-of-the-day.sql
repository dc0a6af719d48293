-- A night of a later day proves nothing yet (decisions/130): the rule may be met on a day that has not come. Until then the stored result may be at risk.
alter table compliance_results drop constraint compliance_results_check2;
alter table compliance_results add constraint compliance_results_check2 check (met_on is null or at_risk_on is null or at_risk_on < met_on);

-- As before (084), with one job for all patients of the provider, which works in portions.
create function recompute_provider(provider int) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if to_regclass('pgboss.queue') is null then return; end if;
  if not exists (select from pgboss.queue where name = 'recompute-provider') then return; end if;
  perform add_job('recompute-provider', jsonb_build_object('orgId', provider), provider::text, null);
end $$;
create or replace function provider_zone_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform recompute_provider(new.id);
  return null;
end $$;

-- ---- Owners of the functions

grant create on schema public to airlog_jobs;
revoke all on function recompute_provider(int) from public;
grant execute on function recompute_provider(int) to airlog_definer;
alter function recompute_provider(int) owner to airlog_jobs;
revoke create on schema public from airlog_jobs;

-- ---- Results of before

-- A rule that is met by a night of a later day was stored without the days before it.
do $$ begin
  if to_regclass('pgboss.queue') is not null then
    perform recompute_compliance(array (select p.id from patients p where p.compliance_met_on >= current_date));
  end if;
end $$;
