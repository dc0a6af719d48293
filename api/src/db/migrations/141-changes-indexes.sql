-- concurrently
-- The results of which a date has come (decisions/189), and those from before states were kept; a few, once all are.
create index concurrently compliance_results_due on compliance_results (state_until) where state_until is not null;
create index concurrently compliance_results_unknown on compliance_results (patient_id) where state is null;
-- The list of patients by the time of their last change.
create index concurrently patients_updated on patients (updated_at, id) include (visible_org_ids, location_id);
