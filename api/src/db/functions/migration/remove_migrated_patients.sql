-- Removes patients that a migration added, by the ids of its rows, and no patient that was here before the migration: support staff writes the results.
-- `kept_by` is null for one that is gone; otherwise 'changed', or the table of the later record. A record that refers to the patient keeps them, whatever
-- table it is in: the foreign key refuses.
create or replace function remove_migrated_patients(migration int, row_ids int[]) returns table (row_id int, removed_id int, kept_by text)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  m patient_migrations;
  r patient_migration_rows;
  p patients;
begin
  if current_setting('role') not in ('airlog_support', 'airlog_acting') or not ctx_may('migrate.org') then perform refuse('Not permitted: migrate.org'); end if;
  select * into m from patient_migrations x where x.id = migration and x.state = 'undoing' and coalesce(ctx_acting(), x.target_org_id) = x.target_org_id;
  if not found then perform refuse('The migration is not undone.'); end if;
  for r in select * from patient_migration_rows x where x.migration_id = migration and x.id = any (row_ids) and x.result = 'migrated' order by x.legacy_id loop
    row_id := r.id;
    removed_id := r.patient_id;
    kept_by := null;
    select * into p from patients x where x.id = r.patient_id and x.org_id = m.target_org_id and x.legacy_id = r.legacy_id
      and x.created_at >= m.created_at - interval '1 second' for update;
    if found then
      if patient_fingerprint(p) is distinct from r.fingerprint then
        kept_by := 'changed';
      elsif exists (select from mobile_users u where u.patient_id = p.id) then
        kept_by := 'mobile_users'; -- it would go with the patient
      else
        begin
          delete from compliance_results c where c.patient_id = p.id; -- derived from the rest
          delete from patients x where x.id = p.id;
        exception when foreign_key_violation then
          get stacked diagnostics kept_by = table_name;
        end;
      end if;
    end if;
    return next;
  end loop;
end $$;

revoke all on function remove_migrated_patients(int, int[]) from public;
alter function remove_migrated_patients(int, int[]) owner to airlog_definer;
grant execute on function remove_migrated_patients(int, int[]) to airlog_support;
