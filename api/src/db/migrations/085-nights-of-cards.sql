-- What becomes of the nights of a card (decisions/118): known nights are completed, all nights of a card with a wrong clock are moved, and the date change
-- utility moves nights of cards too.

alter table uploads
  add column completed_count int not null default 0, -- known nights whose missing figures it filled
  add column first_night date,                       -- of the card, by its own dates
  add column last_night date,
  -- Its new nights count this many days after their recorded dates; at most 20 years, as any correction.
  add column shift_days int not null default 0 check (shift_days between -7305 and 7305);
grant update (shift_days) on uploads to airlog_org, airlog_support;
grant update (completed_count, first_night, last_night, shift_days) on uploads to airlog_jobs;

-- Who confirms a move corrects dates (decisions/072).
create function upload_moved_by_staff() returns trigger language plpgsql as $$
begin
  if not is_staff() then return new; end if;
  if not ctx_may('update.machine.date_change_utility') then perform refuse('Not permitted: update.machine.date_change_utility'); end if;
  return new;
end $$;
create trigger uploads_moved_by_staff before insert or update on uploads for each row when (new.shift_days <> 0) execute function upload_moved_by_staff();

-- ---- Corrections of nights of a card

grant insert (usage_date) on usage_nights to airlog_jobs;
alter table usage_date_changes
  drop constraint usage_date_changes_source_check,
  add constraint usage_date_changes_source_check check (source in ('wireless', 'sd', 'qr'));

-- As before (065), and nights of a card.
create or replace function claim_nights(machine int, wanted_source text, ids bigint[]) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not ctx_may('update.machine.date_change_utility') then perform refuse('Not permitted: update.machine.date_change_utility'); end if;
  if not exists (select from machines m where m.id = machine and ctx_sees(m.visible_org_ids, m.visible_location_ids)) then
    perform refuse('Nights of another machine.');
  end if;
  -- Of two changes of a machine one waits, and then finds the dates of the other. The rows in the order in which devices send them.
  perform lock_nights(machine);
  perform from usage_nights n where n.id = any (ids) order by n.night, n.id for no key update;
  if (select count(*) from usage_nights n left join patients p on p.id = n.patient_id
       where n.id = any (ids) and n.machine_id = machine and n.source = wanted_source and n.source in ('wireless', 'sd', 'qr')
         and case when n.patient_id is null then n.usage_date <@ ctx_machine_days(machine)
                  else ctx_sees(p.visible_org_ids, array[p.location_id]) end) <> cardinality(ids) then
    perform refuse('Nights of another machine, source or patient.');
  end if;
end $$;

-- A line of the log for each night that a card brought under another date than the recorded one, in the name of the user who confirmed the move. For the job
-- that adds the nights, in the same transaction.
create function log_moved_nights(actor int, ids bigint[]) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from usage_nights n where n.id = any (ids)
              and (n.source <> 'sd' or n.usage_date > (now() at time zone 'Pacific/Kiritimati')::date or abs(n.usage_date - n.night) > 7305)) then
    perform refuse('A night of another source, a date in the future, or one more than 20 years from the recorded one.');
  end if;
  if exists (select from usage_nights n where n.id = any (ids)
              and (select count(*) from usage_nights u where u.machine_id = n.machine_id and u.usage_date = n.usage_date and u.source = n.source) > 2) then
    raise exception 'A third night of one source has the same date' using errcode = 'check_violation', constraint = 'usage_nights_two_a_date', table = 'usage_nights';
  end if;
  insert into usage_date_changes (org_id, patient_id, machine_org_id, machine_id, night_id, source, night, old_date, new_date, actor_user_id, email)
  select n.org_id, n.patient_id, n.machine_org_id, n.machine_id, n.id, n.source, n.night, n.night, n.usage_date, u.id, u.email
    from usage_nights n join users u on u.id = actor where n.id = any (ids) and n.usage_date <> n.night order by n.night;
end $$;

-- ---- Owners of the functions

grant create on schema public to airlog_definer;
revoke all on function log_moved_nights(int, bigint[]) from public;
alter function log_moved_nights(int, bigint[]) owner to airlog_definer;
revoke create on schema public from airlog_definer;
grant execute on function log_moved_nights(int, bigint[]) to airlog_jobs;
