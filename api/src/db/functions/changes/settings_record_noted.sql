-- A change of settings, or a report of them, was added or changed. The organizations are those of the state of its assignment: its lock, which settings_states
-- takes too, makes a concurrent change of who sees the patient wait. A lock of the patient would be taken in another order than where an assignment is deleted.
create or replace function settings_record_noted() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare event text;
begin
  perform from device_states s where s.history_id = new.history_id for no key update;
  if tg_op = 'UPDATE' and new.is_edit and old.status = 'pending' then
    event := case when new.status in ('current', 'past') then 'settings.delivered'
                  when new.status = 'failed' or new.failure = 'device-ended' then 'settings.failed' end;
  end if;
  insert into changes (org_id, type, row_id, event)
  select o, 'SettingsRecord', new.id, event from device_states s cross join unnest(s.visible_org_ids) o where s.history_id = new.history_id;
  return null;
end $$;

revoke all on function settings_record_noted() from public;
alter function settings_record_noted() owner to airlog_definer;
