-- The nights of patients that were voided at a time, on dates before `free_from`, with the void of then: what a result leaves out.
create or replace function nights_voided(patient_ids int[], free_from date[], known_at timestamptz)
  returns table (holder int, dated date, serial text, reason text, voided_by text, voided_at timestamptz)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query
  with wanted as materialized (
    select p.id, w.free_from from unnest(patient_ids, nights_voided.free_from) w (id, free_from) join patients p on p.id = w.id
     where current_setting('role') = 'airlog_jobs' or ctx_sees(p.visible_org_ids, array[p.location_id])
  ), then_voided as (
    select w.id, v.usage_date, v.night_id from wanted w
      join usage_night_versions v on v.patient_id = w.id and v.usage_date < w.free_from and v.state = 9 and v.since < known_at and v.until >= known_at
    union all
    select w.id, n.usage_date, n.id from wanted w
      join usage_nights n on n.patient_id = w.id and n.usage_date < w.free_from and n.state = 9
       and (select max(v.until) from usage_night_versions v where v.night_id = n.id) < known_at
  )
  select t.id, t.usage_date, m.serial, l.reason, l.email, l.created_at
    from then_voided t
    join usage_nights n on n.id = t.night_id
    join machines m on m.id = n.machine_id
    cross join lateral (select k.reason, k.email, k.created_at from night_voids k where k.night_id = t.night_id and k.created_at < known_at
                         order by k.created_at desc, k.id desc limit 1) l
   order by l.created_at, m.serial, t.usage_date;
end $$;

revoke all on function nights_voided(int[], date[], timestamptz) from public;
alter function nights_voided(int[], date[], timestamptz) owner to airlog_definer;
grant execute on function nights_voided(int[], date[], timestamptz) to airlog_jobs, airlog_org, airlog_support;
