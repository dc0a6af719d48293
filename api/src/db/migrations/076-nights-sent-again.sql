-- Nights that a device sends again (decisions/074), and what a night was before it changed (decisions/102).

-- ---- Nights that are kept under another date than the device's

-- Nearly every night has the device's own date, which the unique key finds.
create index usage_nights_device_date on usage_nights (machine_id, device_date) where night <> device_date;

-- ---- What a night was before it changed

-- The minutes of a night until a time, and whose night it was, for each change of its minutes or of its date. For nights_known() alone.
create table usage_night_versions (
  id bigint generated always as identity primary key,
  night_id bigint not null,
  patient_id int,                                    -- null: no assignment covered the date
  minutes int not null check (minutes between 0 and 1440),
  until timestamptz(3) not null default now()
);
create index usage_night_versions_night on usage_night_versions (night_id, until);
create index usage_night_versions_patient on usage_night_versions (patient_id, until);

alter table usage_night_versions enable row level security, force row level security;
create policy definer on usage_night_versions to airlog_definer using (true) with check (true);
grant select, insert on usage_night_versions to airlog_definer;

-- As before (052), and the night as it was is kept.
create or replace function usage_nights_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into usage_night_versions (night_id, patient_id, minutes)
  select o.id, o.patient_id, o.minutes from was o join is_now n using (id) where (o.minutes, o.usage_date) <> (n.minutes, n.usage_date);
  perform recompute_compliance(array (
    select patient_id from (select id, patient_id, usage_date, minutes, overruled, state from was
                            except select id, patient_id, usage_date, minutes, overruled, state from is_now) gone
    union select patient_id from (select id, patient_id, usage_date, minutes, overruled, state from is_now
                                  except select id, patient_id, usage_date, minutes, overruled, state from was) come));
  return null;
end $$;

-- As before (055), with the minutes of then. On a date that no assignment covers now, a moved night is of the patient whose night it was before it moved: the
-- assignment was deleted.
create or replace function nights_known(patient_ids int[], first_day int, days int, known_at timestamptz)
  returns table (holder int, machine int, dated date, recorded date, used int, origin text, validity int)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query
  with wanted as materialized (
    select p.id, p.therapy_start + first_day as first_night, p.therapy_start + first_day + days as free_from
      from patients p
     where p.id = any (patient_ids) and (current_setting('role') = 'airlog_jobs' or ctx_sees(p.visible_org_ids, array[p.location_id]))
  ), moved as materialized (
    select n.*, c.old_date, c.former
      from (select distinct on (l.night_id) l.night_id, l.old_date,
                   (select v.patient_id from usage_night_versions v where v.night_id = l.night_id and v.until >= known_at order by v.until, v.id limit 1) as former
              from (select h.machine_id from wanted w join device_history h on h.patient_id = w.id
                    union
                    select n.machine_id from wanted w join usage_night_versions v on v.patient_id = w.id and v.until >= known_at
                      join usage_nights n on n.id = v.night_id) m
              join usage_date_changes l on l.machine_id = m.machine_id and l.created_at >= known_at
             order by l.night_id, l.created_at, l.id) c
      join usage_nights n on n.id = c.night_id and n.usage_date <> c.old_date
  )
  select k.holder, k.machine_id, k.dated, k.night,
         coalesce((select v.minutes from usage_night_versions v where v.night_id = k.id and v.until >= known_at order by v.until, v.id limit 1), k.minutes)::int,
         k.source, k.state::int
    from (select n.id, n.patient_id as holder, n.machine_id, n.usage_date as dated, n.night, n.minutes, n.source, n.state, n.arrived_at
            from wanted w
            join usage_nights n on n.patient_id = w.id and n.usage_date >= w.first_night and n.usage_date < w.free_from
           where not exists (select from moved m where m.id = n.id)
          union all
          select m.id, w.id, m.machine_id, m.old_date, m.night, m.minutes, m.source, m.state, m.arrived_at
            from moved m
            left join device_history h on h.machine_id = m.machine_id and h.start_date <= m.old_date and m.old_date < coalesce(h.end_date, 'infinity')
            join wanted w on w.id = coalesce(h.patient_id, m.former) and m.old_date >= w.first_night and m.old_date < w.free_from) k
   where k.arrived_at < known_at
   order by k.dated, k.night, k.id;
end $$;
