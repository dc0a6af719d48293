-- The result of a compliance rule for a patient, kept so that lists can filter and count by it. Computed by api/src/compliance.
-- No state is kept: it follows from the dates and the present day, and would be wrong after every midnight.

create table compliance_results (
  org_id int not null, patient_id int not null,
  rule text not null, rule_version int not null,
  period int not null check (period > 0),                -- days from therapy start
  therapy_start date,                                    -- as it was when computed; null: nothing to count from
  window_start date, window_end date check (window_end >= window_start),
  compliant_days int not null default 0,
  met_on date,                                           -- the night with which the rule was met
  at_risk_on date,                                       -- from then on every night that is left is needed, or the rule is out of reach
  closes_on date,                                        -- from then on no night of the period can arrive any more
  computed_at timestamptz not null,
  primary key (patient_id, rule),
  foreign key (org_id, patient_id) references patients (org_id, id),
  check ((therapy_start is null) = (closes_on is null)), check (met_on is null or at_risk_on is null)
);

-- Keeps the dates of the default rule in patients.
create function compliance_result_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update patients p set compliance_met_on = new.met_on, compliance_at_risk_on = new.at_risk_on, compliance_closes_on = new.closes_on
   where p.id = new.patient_id
     and (p.compliance_met_on, p.compliance_at_risk_on, p.compliance_closes_on) is distinct from (new.met_on, new.at_risk_on, new.closes_on);
  return null;
end $$;
create trigger compliance_result_changed after insert or update on compliance_results
  for each row when (new.rule = 'CMS PAP') execute function compliance_result_changed();

alter table compliance_results enable row level security, force row level security;
create policy child on compliance_results to airlog_org using (exists (select from patients p where p.id = patient_id));
create policy support on compliance_results to airlog_support using (true) with check (true);
create policy jobs on compliance_results to airlog_jobs using (true) with check (true);
grant select, insert, update (rule_version, period, therapy_start, window_start, window_end, compliant_days, met_on, at_risk_on, closes_on, computed_at)
  on compliance_results to airlog_org, airlog_support, airlog_jobs;

-- ---- Owners of the functions

grant create on schema public to airlog_definer;
revoke all on function compliance_result_changed() from public;
alter function compliance_result_changed() owner to airlog_definer;
revoke create on schema public from airlog_definer;
