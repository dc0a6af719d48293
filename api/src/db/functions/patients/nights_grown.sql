-- The times at which nights of a patient got more minutes, with the minutes before and after.
create or replace function nights_grown(patient int) returns table (night_id bigint, grown_at timestamptz, recorded date, machine int, origin text, before int, after int)
  language sql stable security definer set search_path = public, pg_temp as $$
  select n.id, v.until, n.night, n.machine_id, n.source, v.minutes, coalesce(later.minutes, n.minutes)
    from patients p
    join usage_night_versions v on v.patient_id = p.id
    join usage_nights n on n.id = v.night_id
    left join lateral (select l.minutes from usage_night_versions l where l.night_id = v.night_id and l.since >= v.until order by l.since limit 1) later on true
   where p.id = patient and ctx_sees(p.visible_org_ids, array[p.location_id]) and coalesce(later.minutes, n.minutes) > v.minutes
$$;

revoke all on function nights_grown(int) from public;
alter function nights_grown(int) owner to airlog_definer;
grant execute on function nights_grown(int) to airlog_org, airlog_support;
