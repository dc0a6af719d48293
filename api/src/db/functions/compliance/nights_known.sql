-- The nights of patients that were known at a time, as they were then, in `days` days from day `first_day` of therapy (0: the therapy start that was known then).
create or replace function nights_known(patient_ids int[], first_day int, days int, known_at timestamptz)
  returns table (holder int, machine int, dated date, recorded date, used int, origin text, validity int)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query
  with wanted as materialized (
    select array_agg(p.id) as ids, array_agg(t.therapy_start + first_day) as first_nights, array_agg(t.therapy_start + first_day + days) as free_from
      from patients p join therapy_start_versions t on t.patient_id = p.id and t.known @> known_at
     where p.id = any (patient_ids) and (current_setting('role') = 'airlog_jobs' or ctx_sees(p.visible_org_ids, array[p.location_id]))
  )
  select v.holder, v.machine, v.dated, v.recorded, v.used, v.origin, v.validity
    from wanted w cross join lateral versions_of_nights(w.ids, w.first_nights, w.free_from) v
   where v.since < known_at and v.until >= known_at
   order by v.dated, v.recorded, v.night_id;
end $$;

revoke all on function nights_known(int[], int, int, timestamptz) from public;
alter function nights_known(int[], int, int, timestamptz) owner to airlog_definer;
grant execute on function nights_known(int[], int, int, timestamptz) to airlog_jobs, airlog_org, airlog_support;
