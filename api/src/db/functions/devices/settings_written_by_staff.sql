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
