-- concurrently
-- The list of settings changes (decisions/185): its order, and its rows of one status, one reason or one organization in
-- that order. What a device reports is in none of them.
create index concurrently settings_changes_page on settings_records (created_at, id) where is_edit;
create index concurrently settings_changes_status on settings_records (status, created_at, id) where is_edit;
create index concurrently settings_changes_failure on settings_records (failure, created_at, id) where failure is not null;
create index concurrently settings_changes_org on settings_records (org_id, created_at, id) where is_edit;
