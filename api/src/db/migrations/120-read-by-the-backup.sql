-- A backup reads every row as the owner of the tables, who is a member of airlog_definer, airlog_jobs and airlog_auth and,
-- where the owner is no superuser, bound by row-level security like every other login (decisions/164). These tables had no
-- policy by which one of the three reads all rows. No login of the runtime may take the role.

create policy definer on announcement_receipts for select to airlog_definer using (true);
grant select on announcement_receipts to airlog_definer;

create policy definer on announcements for select to airlog_definer using (true);
grant select on announcements to airlog_definer;

create policy definer on compliance_reports for select to airlog_definer using (true);
grant select on compliance_reports to airlog_definer;

create policy definer on follow_ups for select to airlog_definer using (true);
grant select on follow_ups to airlog_definer;

create policy definer on patient_notes for select to airlog_definer using (true);
grant select on patient_notes to airlog_definer;

create policy definer on table_preferences for select to airlog_definer using (true);
grant select on table_preferences to airlog_definer;

create policy definer on trusted_domains for select to airlog_definer using (true);
grant select on trusted_domains to airlog_definer;
