-- The result of a submitted change, for the user who submitted it. A change that a user withdrew or replaced has none.
create or replace function settings_records_inbox() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into inbox_items (org_id, user_id, kind, patient_org_id, patient_id, history_id)
    select u.org_id, u.id, case when new.status in ('current', 'past') then 'settings-delivered' else 'settings-failed' end, new.org_id, new.patient_id, new.history_id
      from users u where u.id = new.submitted_by_id and not u.is_service;
  return null;
end $$;

revoke all on function settings_records_inbox() from public;
alter function settings_records_inbox() owner to airlog_definer;
