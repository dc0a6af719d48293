-- The dry run of an assignment: the nights that would be of another patient, or of none, if the assignment had these dates; `history`: null for a new one.
-- The same nights as assignment_nights() moves, and none of a day on which another organization had the machine. `holder`: whose night it is, null for none
-- and for a patient that the caller does not see (`is_hidden`).
create or replace function nights_moving(machine int, patient int, history int, first_night date, free_from date)
  returns table (night_id bigint, dated date, recorded date, used int, origin text, is_overruled boolean, validity int, holder int, is_hidden boolean, receiver int)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  was device_history;
begin
  if not (ctx_may('create.device') or ctx_may('update.device')) then perform refuse('Not permitted: update.device'); end if;
  if not exists (select from machines m where m.id = machine and ctx_sees(m.visible_org_ids, m.visible_location_ids))
    or not exists (select from patients p where p.id = patient and ctx_sees(p.visible_org_ids, array[p.location_id])) then
    perform refuse('An assignment of another machine or patient.');
  end if;
  select h.* into was from device_history h where h.id = history and h.machine_id = machine and h.patient_id = patient;
  if found and (was.start_date, was.end_date) is not distinct from (first_night, free_from) then return; end if;
  if exists (select from assignment_bounds(machine, patient, first_night, free_from, history)) then
    perform refuse('A day on which another organization had the machine.');
  end if;
  return query
  select n.id, n.usage_date, n.night, n.minutes::int, n.source, n.overruled, n.state::int,
         p.id, n.patient_id is not null and p.id is null, case when w.is_within then patient end
    from usage_nights n
    cross join lateral (select n.usage_date >= first_night and n.usage_date < coalesce(free_from, 'infinity') as is_within) w
    left join patients p on p.id = n.patient_id and ctx_sees(p.visible_org_ids, array[p.location_id])
   where n.machine_id = machine
     and case when w.is_within then n.patient_id is distinct from patient
              else n.patient_id = patient and n.usage_date >= was.start_date and n.usage_date < coalesce(was.end_date, 'infinity') end;
end $$;

revoke all on function nights_moving(int, int, int, date, date) from public;
alter function nights_moving(int, int, int, date, date) owner to airlog_definer;
grant execute on function nights_moving(int, int, int, date, date) to airlog_org, airlog_support;
