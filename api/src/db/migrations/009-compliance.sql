-- What a compliance rule says of a patient, kept so that lists can be filtered and counted by it. Computed by api/src/compliance.
-- No state is kept: it follows from the dates and the present day, and would be wrong every midnight.
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
alter table compliance_results enable row level security;
alter table compliance_results force row level security;
create policy child on compliance_results to airlog_org using (exists (select from patients p where p.id = patient_id));
create policy support on compliance_results to airlog_support using (true) with check (true);
create policy jobs on compliance_results to airlog_jobs using (true) with check (true);
grant select, insert, update (rule_version, period, therapy_start, window_start, window_end, compliant_days, met_on, at_risk_on, closes_on, computed_at)
  on compliance_results to airlog_org, airlog_support, airlog_jobs;

-- The dates of the default rule beside the patient, by trigger: a count over all patients of an organisation is then one index and no second policy.
alter table patients add compliance_met_on date, add compliance_at_risk_on date, add compliance_closes_on date;
-- What row-level security asks for stands in the index too, so that counting reads no patient.
create index patients_compliance on patients (compliance_met_on, compliance_closes_on, compliance_at_risk_on) include (visible_org_ids, location_id);

create function compliance_result_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update patients p set compliance_met_on = new.met_on, compliance_at_risk_on = new.at_risk_on, compliance_closes_on = new.closes_on
   where p.id = new.patient_id
     and (p.compliance_met_on, p.compliance_at_risk_on, p.compliance_closes_on) is distinct from (new.met_on, new.at_risk_on, new.closes_on);
  return null;
end $$;
create trigger compliance_result_changed after insert or update on compliance_results
  for each row when (new.rule = 'CMS PAP') execute function compliance_result_changed();

-- When a module was last heard, by trigger: who is silent is asked often, and the sessions are many.
alter table modules add last_connected_at timestamptz;
create index modules_last_connected on modules (last_connected_at);
create function module_heard() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- A device's clock may be ahead of ours: nobody was heard in the future.
  update modules m set last_connected_at = heard.at
    from (select machine_id, least(max(greatest(start_time, end_time)), now()) as at from arrived group by machine_id) heard
   where m.machine_id = heard.machine_id and coalesce(m.last_connected_at, '-infinity') < heard.at;
  return null;
end $$;
create trigger module_heard_first after insert on connections referencing new table as arrived for each statement execute function module_heard();
create trigger module_heard_last after update on connections referencing new table as arrived for each statement execute function module_heard();
update modules m set last_connected_at = (select least(max(greatest(c.start_time, c.end_time)), now()) from connections c where c.machine_id = m.machine_id);

create policy definer on modules to airlog_definer using (true) with check (true);
grant select, update (last_connected_at) on modules to airlog_definer;

do $$
declare f text;
begin
  grant create on schema public to airlog_definer;
  foreach f in array array['compliance_result_changed()', 'module_heard()'] loop
    execute format('revoke all on function %s from public', f);
    execute format('alter function %s owner to airlog_definer', f);
  end loop;
  revoke create on schema public from airlog_definer;
end $$;

-- Changes that wait for their device, and changes that failed: few among all the records.
create index settings_waiting on settings_records (submitted_at) where status = 'pending';
create index settings_failed on settings_records (history_id, created_at) where status = 'failed';

-- The users of one's own organisation, in a list.
create index users_email_order on users (email, id);
insert into role_permissions (role_id, permission) select id, 'view.user' from roles where name in ('org.ep.admin', 'org.clinical.admin', 'support.admin');
