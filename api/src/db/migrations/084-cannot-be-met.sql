-- "At risk" and "can no longer be met" are two states, each since the first day on which it was so by what was recorded by then (decisions/114).

alter table compliance_results add column cannot_be_met_on date; -- from then on the rule could not be met, whatever arrived
alter table compliance_results add constraint compliance_results_check3 check (met_on is null or cannot_be_met_on is null);
grant update (cannot_be_met_on) on compliance_results to airlog_jobs;
alter table patients add column compliance_cannot_be_met_on date;

-- As before (007): what row-level security reads is in the index too, so that counting reads no patient.
drop index patients_compliance;
create index patients_compliance on patients (compliance_met_on, compliance_closes_on, compliance_at_risk_on, compliance_cannot_be_met_on)
  include (visible_org_ids, location_id);

-- As before (013), with the new date.
create or replace function compliance_result_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update patients p
     set compliance_met_on = new.met_on, compliance_at_risk_on = new.at_risk_on, compliance_cannot_be_met_on = new.cannot_be_met_on,
         compliance_closes_on = new.closes_on
   where p.id = new.patient_id
     and (p.compliance_met_on, p.compliance_at_risk_on, p.compliance_cannot_be_met_on, p.compliance_closes_on)
       is distinct from (new.met_on, new.at_risk_on, new.cannot_be_met_on, new.closes_on);
  return null;
end $$;

-- As before (061): a date that a trigger keeps is no change by a user.
create or replace function patient_fingerprint(p patients) returns text language sql stable as $$
  select md5((to_jsonb(p) - '{last_report,current_serial,visible_org_ids,search_text,name_key,compliance_met_on,compliance_at_risk_on,compliance_cannot_be_met_on,compliance_closes_on}'::text[])::text)
$$;

-- The days of a result end in the zone of the patient's provider.
create function provider_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform recompute_compliance(array[new.id]);
  return null;
end $$;
create trigger provider_changed after update of dme_id on patients
  for each row when (old.dme_id is distinct from new.dme_id) execute function provider_changed();
create function provider_zone_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform recompute_compliance(array (
    select p.id from patients p where coalesce(p.dme_id, p.org_id) = new.id and p.compliance_met_on is null and p.compliance_closes_on is not null));
  return null;
end $$;
create trigger provider_zone_changed after update of timezone on organizations
  for each row when (old.timezone is distinct from new.timezone) execute function provider_zone_changed();

-- ---- Results of before

-- The date of being at risk had another meaning. A node that starts computes results that are not there; of patients of the last hours it
-- leaves that to their jobs.
delete from compliance_results where met_on is null;
update patients set compliance_at_risk_on = null, compliance_closes_on = null where compliance_met_on is null and compliance_closes_on is not null;
do $$ begin
  if to_regclass('pgboss.queue') is not null then
    perform recompute_compliance(array (
      select p.id from patients p where p.therapy_start is not null and p.compliance_closes_on is null and p.created_at > now() - interval '2 hours'));
  end if;
end $$;

-- ---- Owners of the functions

grant create on schema public to airlog_definer;
revoke all on function provider_changed(), provider_zone_changed() from public;
alter function provider_changed() owner to airlog_definer;
alter function provider_zone_changed() owner to airlog_definer;
revoke create on schema public from airlog_definer;
