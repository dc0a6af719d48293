-- The state on the present day of the patient's provider, and the first later day that is one of its dates: compliance_states_of_today finds it then.
create or replace function compliance_state_kept() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare today date;
begin
  select (now() at time zone o.timezone)::date into today from patients p join organizations o on o.id = coalesce(p.dme_id, p.org_id) where p.id = new.patient_id;
  new.state := compliance_state_on(new.met_on, new.at_risk_on, new.cannot_be_met_on, new.closes_on, today);
  new.state_until := least(case when new.met_on > today then new.met_on end, case when new.at_risk_on > today then new.at_risk_on end,
    case when new.cannot_be_met_on > today then new.cannot_be_met_on end, case when new.closes_on > today then new.closes_on end);
  return new;
end $$;

revoke all on function compliance_state_kept() from public;
alter function compliance_state_kept() owner to airlog_definer;
