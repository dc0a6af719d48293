create or replace function session_states() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from machines m where m.id in (select a.machine_id from arrived a) order by m.id for share;
  perform from device_states s where s.machine_id in (select a.machine_id from arrived a) order by s.history_id for no key update;
  update device_states s set last_session_at = greatest(s.last_session_at, newest.at) from (
    select h.id, max(a.start_time) as at from arrived a
      join device_history h on h.machine_id = a.machine_id and h.patient_id = a.patient_id join organizations o on o.id = h.org_id
     where in_days(a.start_time, h.start_date, h.end_date, o.timezone) group by h.id
  ) newest where s.history_id = newest.id and s.last_session_at is distinct from greatest(s.last_session_at, newest.at);
  return null;
end $$;

revoke all on function session_states() from public;
alter function session_states() owner to airlog_definer;
