-- The state of a result on a day, as `stateOn` of the portal.
create or replace function compliance_state_on(met_on date, at_risk_on date, cannot_be_met_on date, closes_on date, today date) returns text
  language sql immutable parallel safe as $$
  select case when closes_on is null then 'no_therapy_start' when met_on <= today then 'met' when closes_on <= today then 'not_met'
              when cannot_be_met_on <= today then 'cannot_be_met' when at_risk_on <= today then 'at_risk' else 'in_progress' end
$$;
