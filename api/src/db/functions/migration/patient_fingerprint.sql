-- What users may have changed of a patient: all but what triggers keep. A date that a trigger keeps is no change by a user.
create or replace function patient_fingerprint(p patients) returns text language sql stable as $$
  select md5((to_jsonb(p) - '{last_report,current_serial,visible_org_ids,search_text,name_key,compliance_met_on,compliance_at_risk_on,compliance_cannot_be_met_on,compliance_closes_on,compliance_short_on,compliance_call_on,compliance_call_until}'::text[])::text)
$$;
