-- concurrently
-- The list of iCode reports of all patients: its orders, and what it is filtered by (decisions/186).
create index concurrently icode_reports_created on icode_reports (created_at, id);
create index concurrently icode_reports_submitter on icode_reports (submitted_by_id, created_at, id);
create index concurrently icode_reports_organization on icode_reports (org_id, created_at, id);
create index concurrently icode_reports_collected on icode_reports (collected, id);
create index concurrently icode_reports_search on icode_reports using gin (serial gin_trgm_ops);
