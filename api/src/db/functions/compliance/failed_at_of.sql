create or replace function failed_at_of(history int) returns timestamptz language sql stable as $$
  select coalesce(case when change.failure = 'expired' then change.expires_at else change.answered_at end, change.submitted_at)
    from (select * from settings_records s where s.history_id = history and s.is_edit
           order by s.status = 'pending' desc, s.submitted_at desc nulls last, s.id desc limit 1) change
   where change.status = 'failed' and change.dismissed_at is null
$$;

revoke all on function failed_at_of(int) from public;
alter function failed_at_of(int) owner to airlog_definer;
