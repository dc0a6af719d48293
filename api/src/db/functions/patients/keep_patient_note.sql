create or replace function keep_patient_note() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into patient_note_versions (org_id, note_id, number, text, written_at)
    values (old.org_id, old.id, old.version, old.text, coalesce(old.edited_at, old.created_at));
  return null;
end $$;

revoke all on function keep_patient_note() from public;
alter function keep_patient_note() owner to airlog_definer;
