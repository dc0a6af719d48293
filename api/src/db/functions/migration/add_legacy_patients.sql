-- Adds patients of a running migration to its location. A patient who is here already, from wherever, stays as they are: is_new is false.
create or replace function add_legacy_patients(migration int, wanted jsonb)
  returns table (legacy_id text, patient_org_id int, patient_id int, is_new boolean, fingerprint text)
  language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  m patient_migrations;
  added text[] := '{}';
begin
  if current_setting('role') not in ('airlog_support', 'airlog_acting') or not ctx_may('migrate.org') then perform refuse('Not permitted: migrate.org'); end if;
  select * into m from patient_migrations x where x.id = migration and x.state = 'running' and coalesce(ctx_acting(), x.target_org_id) = x.target_org_id;
  if not found then perform refuse('The migration does not run.'); end if;
  -- In one order: two migrations with the same patients wait for each other, and never both ways.
  for legacy_id, patient_org_id, patient_id, fingerprint in
    insert into patients as p (org_id, location_id, dme_id, legacy_id, is_rules_active, first_name, last_name, email, assigned_id, birth_date, sex,
        therapy_start, note, address1, address2, city, state, zip, country, phone, mobile_phone)
      select m.target_org_id, m.location_id, m.target_org_id, w.legacy_id, w.is_active, w.first_name, w.last_name, w.email, w.assigned_id, w.birth_date, w.sex,
             w.therapy_start, w.note, w.address1, w.address2, w.city, w.state, w.zip, w.country, w.phone, w.mobile_phone
        from jsonb_to_recordset(wanted) as w (legacy_id text, is_active boolean, first_name text, last_name text, email text, assigned_id text, birth_date date,
             sex text, therapy_start date, note text, address1 text, address2 text, city text, state text, zip text, country text, phone text, mobile_phone text)
       order by w.legacy_id collate "C"
      on conflict (legacy_id) where legacy_id is not null do nothing
      returning p.legacy_id, p.org_id, p.id, patient_fingerprint(p)
  loop
    is_new := true;
    added := added || legacy_id;
    return next;
  end loop;
  return query select p.legacy_id, p.org_id, p.id, false, null::text from patients p
    where p.legacy_id in (select w.legacy_id from jsonb_to_recordset(wanted) as w (legacy_id text)) and p.legacy_id <> all (added);
end $$;

revoke all on function add_legacy_patients(int, jsonb) from public;
alter function add_legacy_patients(int, jsonb) owner to airlog_definer;
grant execute on function add_legacy_patients(int, jsonb) to airlog_support;
