-- What a change of an assignment would move, the dates that nights had at a time, and a result from therapy start on (decisions/081).

-- ---- A result from therapy start on

create trigger therapy_start_entered after insert on patients
  for each row when (new.therapy_start is not null) execute function therapy_start_changed();

-- ---- The dry run of an assignment

-- The nights that would be of another patient, or of none, if the assignment had these dates; `history`: null for a new one. The same nights as
-- assignment_nights() moves. `holder`: whose night it is, null for none and for a patient that the caller does not see (`is_hidden`).
create function nights_moving(machine int, patient int, history int, first_night date, free_from date)
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

-- ---- What was known at a time

-- The nights of patients in `days` days from day `first_day` of therapy (0: therapy start) that had arrived before a time, by the dates that they
-- had then: a night that was moved since has the date before its first move since. Assignments and therapy start are those of now.
create function nights_known(patient_ids int[], first_day int, days int, known_at timestamptz)
  returns table (holder int, machine int, dated date, recorded date, used int, origin text, validity int)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query
  with wanted as materialized (
    select p.id, p.therapy_start + first_day as first_night, p.therapy_start + first_day + days as free_from
      from patients p
     where p.id = any (patient_ids) and (current_setting('role') = 'airlog_jobs' or ctx_sees(p.visible_org_ids, array[p.location_id]))
  ), moved as materialized (
    select n.*, c.old_date
      from (select distinct on (l.night_id) l.night_id, l.old_date
              from (select distinct h.machine_id from wanted w join device_history h on h.patient_id = w.id) m
              join usage_date_changes l on l.machine_id = m.machine_id and l.created_at >= known_at
             order by l.night_id, l.created_at, l.id) c
      join usage_nights n on n.id = c.night_id and n.usage_date <> c.old_date
  )
  select k.holder, k.machine_id, k.dated, k.night, k.minutes::int, k.source, k.state::int
    from (select n.id, n.patient_id as holder, n.machine_id, n.usage_date as dated, n.night, n.minutes, n.source, n.state, n.arrived_at
            from wanted w
            join usage_nights n on n.patient_id = w.id and n.usage_date >= w.first_night and n.usage_date < w.free_from
           where not exists (select from moved m where m.id = n.id)
          union all
          select m.id, h.patient_id, m.machine_id, m.old_date, m.night, m.minutes, m.source, m.state, m.arrived_at
            from moved m
            join device_history h on h.machine_id = m.machine_id and h.start_date <= m.old_date and m.old_date < coalesce(h.end_date, 'infinity')
            join wanted w on w.id = h.patient_id and m.old_date >= w.first_night and m.old_date < w.free_from) k
   where k.arrived_at < known_at
   order by k.dated, k.night, k.id;
end $$;

drop policy definer on usage_date_changes;
create policy definer on usage_date_changes to airlog_definer using (true) with check (true);
grant select on usage_date_changes to airlog_definer;

-- ---- Owners of the functions

grant create on schema public to airlog_definer;
revoke all on function nights_moving(int, int, int, date, date), nights_known(int[], int, int, timestamptz) from public;
alter function nights_moving(int, int, int, date, date) owner to airlog_definer;
alter function nights_known(int[], int, int, timestamptz) owner to airlog_definer;
revoke create on schema public from airlog_definer;
grant execute on function nights_moving(int, int, int, date, date) to airlog_org, airlog_support;
grant execute on function nights_known(int[], int, int, timestamptz) to airlog_org, airlog_support, airlog_jobs;
