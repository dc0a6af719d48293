-- The change that the device has not applied, the newest first and a pending one before all; else what the device uses.
create or replace function settings_state_of(history int) returns table (state text, submitted_at timestamptz) language sql stable as $$
  select coalesce(change.status,
      (select u.status from settings_records u where u.history_id = history and u.status in ('current', 'defaults')), 'none'), change.submitted_at
    from (values (1)) one left join lateral (
      select s.status, s.submitted_at, s.dismissed_at from settings_records s where s.history_id = history and s.is_edit
       order by s.status = 'pending' desc, s.submitted_at desc nulls last, s.id desc limit 1
    ) change on change.status in ('pending', 'failed', 'void') and change.dismissed_at is null
$$;

revoke all on function settings_state_of(int) from public;
alter function settings_state_of(int) owner to airlog_definer;
