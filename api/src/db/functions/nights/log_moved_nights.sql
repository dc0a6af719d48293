-- A line of the log for each night that a card brought under another date than the recorded one, in the name of the user who confirmed the move. For the job
-- that adds the nights, in the same transaction.
create or replace function log_moved_nights(actor int, ids bigint[]) returns void language plpgsql security definer set search_path = public, pg_temp as $$
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

revoke all on function log_moved_nights(int, bigint[]) from public;
alter function log_moved_nights(int, bigint[]) owner to airlog_definer;
grant execute on function log_moved_nights(int, bigint[]) to airlog_jobs;
