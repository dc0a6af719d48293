-- Moves nights of one machine and source, all or none, and logs each. `moves`: [{"id": 1, "date": "2026-01-02"}], each night once. Returns the patients whose
-- nights they were and are. No night moves to a day on which another organization had the machine. A night that moved to a date which no assignment covers is
-- on a day of the caller's organization, also when it returns to a patient.
create or replace function change_usage_dates(machine int, wanted_source text, moves jsonb) returns int[] language plpgsql security definer set search_path = public, pg_temp as $$
declare
  ids bigint[];
  changed bigint[];
  concerned int[];
  own_days datemultirange;
begin
  select coalesce(array_agg(m.id), '{}') into ids from jsonb_to_recordset(moves) as m (id bigint, date date);
  perform claim_nights(machine, wanted_source, ids);
  -- No place on earth has a later date yet. The day in the patient's time zone is compared by the portal, with a message.
  if exists (select from jsonb_to_recordset(moves) as m (id bigint, date date) join usage_nights n on n.id = m.id
              where m.date > (now() at time zone 'Pacific/Kiritimati')::date or abs(m.date - n.night) > 7305) then
    perform refuse('A date in the future, or more than 20 years from the recorded one.');
  end if;
  select coalesce(array_agg(distinct n.patient_id), '{}') into concerned from usage_nights n where n.id = any (ids);
  select array_agg(n.id) into changed
    from jsonb_to_recordset(moves) as m (id bigint, date date) join usage_nights n on n.id = m.id and n.usage_date <> m.date;
  own_days := ctx_machine_days(machine);
  with was as (
    select n.id, n.usage_date from usage_nights n where n.id = any (ids)
  ), moved as (
    update usage_nights n set usage_date = m.date from jsonb_to_recordset(moves) as m (id bigint, date date)
     where n.id = m.id and n.usage_date <> m.date returning n.*
  )
  insert into usage_date_changes (org_id, patient_id, machine_org_id, machine_id, night_id, source, night, old_date, new_date, actor_user_id, email)
  select n.org_id, n.patient_id, n.machine_org_id, n.machine_id, n.id, n.source, n.night, w.usage_date, n.usage_date, u.id, u.email
    from moved n join was w on w.id = n.id join users u on u.id = ctx_user();
  if exists (select from usage_nights n left join patients p on p.id = n.patient_id
              where n.id = any (changed)
                and (p.id is not null and not ctx_sees(p.visible_org_ids, array[p.location_id])
                     or not n.usage_date <@ own_days and not exists (
                       select from device_history h where h.machine_id = n.machine_id
                         and h.start_date <= n.usage_date and (h.end_date is null or n.usage_date < h.end_date)))) then
    raise exception 'Another patient had the machine on that date.' using errcode = 'check_violation', constraint = 'usage_date_of_another_patient';
  end if;
  select array_agg(distinct c.id) into concerned
    from (select unnest(concerned) as id union select n.patient_id from usage_nights n where n.id = any (ids)) c where c.id is not null;
  return coalesce(concerned, '{}');
end  $$;

revoke all on function change_usage_dates(int, text, jsonb) from public;
alter function change_usage_dates(int, text, jsonb) owner to airlog_definer;
grant execute on function change_usage_dates(int, text, jsonb) to airlog_org, airlog_support;
