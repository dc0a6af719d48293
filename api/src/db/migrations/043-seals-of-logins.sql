-- Sign-ins and sign-outs are sealed too, and the operations of the audit log have an index (decisions/067).

alter table audit_seals drop constraint audit_seals_log_check,
  add constraint audit_seals_log_check check (log in ('audit_log', 'user_changes', 'logins', 'logouts'));

create policy jobs on logins for select to airlog_jobs using (true);
grant select on logins to airlog_jobs;
-- Finds the sign-outs that wait for their seal.
create index logins_ended on logins (logout_at) where logout_at is not null;

-- Users of locations read the logs of who is at these locations: one reading of their users for each statement.
create index user_locations_org on user_locations (org_id, location_id, user_id);

-- The search of the log by operation: the names that match are read first (activity/operations.ts). There are some hundred names in millions of lines,
-- so that these indexes take a few bytes a line.
create index audit_log_operation on audit_log (operation);
create index audit_log_actor_operation on audit_log (actor_user_id, operation);
create index audit_log_outcome on audit_log (outcome);
-- The planner then knows the share of each operation, and reads a rare one by its name and a common one by its time.
alter table audit_log alter column operation set statistics 1000;
