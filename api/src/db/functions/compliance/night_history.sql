-- Every version of the nights of each patient on dates from the first to before the last, also of nights that are no longer theirs, or no longer on one of these
-- dates. A version was known at a time when since < time and until >= time.
create or replace function night_history(patient_ids int[], first_nights date[], ends date[])
  returns table (holder int, machine int, dated date, recorded date, used int, origin text, validity int, since timestamptz, until timestamptz)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query
  with wanted as materialized (
    select array_agg(p.id) as ids, array_agg(w.first_night) as firsts, array_agg(w.free_from) as free
      from unnest(patient_ids, first_nights, ends) w (id, first_night, free_from) join patients p on p.id = w.id
     where current_setting('role') = 'airlog_jobs' or ctx_sees(p.visible_org_ids, array[p.location_id])
  )
  select v.holder, v.machine, v.dated, v.recorded, v.used, v.origin, v.validity, v.since, v.until
    from wanted w cross join lateral versions_of_nights(w.ids, w.firsts, w.free) v
   order by v.dated, v.recorded, v.night_id, v.since;
end $$;

revoke all on function night_history(int[], date[], date[]) from public;
alter function night_history(int[], date[], date[]) owner to airlog_definer;
grant execute on function night_history(int[], date[], date[]) to airlog_jobs, airlog_org, airlog_support;
