-- A change that was not delivered and that a user dismissed: it stays in the history, with who dismissed it and when, and no list or
-- column shows it as a change that waits for a decision.

alter table settings_records
  add dismissed_by_id int,
  add dismissed_by_name text,
  add dismissed_at timestamptz,
  add constraint settings_dismissed check (
    case when dismissed_at is null then num_nonnulls(dismissed_by_id, dismissed_by_name) = 0
         else status in ('failed', 'void') and num_nonnulls(dismissed_by_id, dismissed_by_name) = 2 end);
grant update (dismissed_by_id, dismissed_by_name, dismissed_at) on settings_records to airlog_org, airlog_support;

-- Staff submits changes, withdraws pending ones and dismisses those that were not delivered, once and in its own name.
create or replace function settings_written_by_staff() returns trigger language plpgsql as $$
begin
  if not is_staff() then return new; end if;
  if tg_op = 'INSERT' then
    if (new.status, new.is_edit) is distinct from ('pending', true) or new.submitted_by_id is distinct from ctx_user()
      or num_nonnulls(new.collected_at, new.source, new.sent_at, new.answered_at, new.failure, new.refusal, new.answer, new.dismissed_at) > 0 then
      perform refuse('Staff adds submitted changes only.');
    end if;
  elsif new.dismissed_at is not null then
    if old.dismissed_at is not null or old.status not in ('failed', 'void') or (new.status, new.failure) is distinct from (old.status, old.failure)
      or new.dismissed_by_id is distinct from ctx_user() then
      perform refuse('Staff dismisses a change that was not delivered once, in its own name.');
    end if;
  elsif (old.status, new.status) is distinct from ('pending', 'void') or new.failure is distinct from old.failure and new.failure <> 'device-ended' then
    perform refuse('Staff ends a pending change only, as void.');
  end if;
  return new;
end $$;

-- ---- The state of an assignment: a dismissed change is no longer its state

create or replace function settings_state_of(history int) returns table (state text, submitted_at timestamptz) language sql stable as $$
  select coalesce(change.status,
      (select u.status from settings_records u where u.history_id = history and u.status in ('current', 'defaults')), 'none'), change.submitted_at
    from (values (1)) one left join lateral (
      select s.status, s.submitted_at, s.dismissed_at from settings_records s where s.history_id = history and s.is_edit
       order by s.status = 'pending' desc, s.submitted_at desc nulls last, s.id desc limit 1
    ) change on change.status in ('pending', 'failed', 'void') and change.dismissed_at is null
$$;
drop trigger settings_states on settings_records;
create trigger settings_states after insert or delete or update of status, is_edit, submitted_at, dismissed_at on settings_records
  for each row execute function settings_states();
