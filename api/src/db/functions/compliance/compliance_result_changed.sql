-- Keeps the dates of the default rule in patients.
create or replace function compliance_result_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update patients p
     set compliance_met_on = new.met_on, compliance_at_risk_on = new.at_risk_on, compliance_cannot_be_met_on = new.cannot_be_met_on,
         compliance_closes_on = new.closes_on, compliance_short_on = new.short_on, compliance_call_on = new.call_on, compliance_call_until = new.call_until
   where p.id = new.patient_id
     and (p.compliance_met_on, p.compliance_at_risk_on, p.compliance_cannot_be_met_on, p.compliance_closes_on, p.compliance_short_on, p.compliance_call_on,
          p.compliance_call_until)
       is distinct from (new.met_on, new.at_risk_on, new.cannot_be_met_on, new.closes_on, new.short_on, new.call_on, new.call_until);
  return null;
end $$;

revoke all on function compliance_result_changed() from public;
alter function compliance_result_changed() owner to airlog_definer;
