-- Every version of the nights that were or are of each patient on dates from the first to before the last; `until`: infinity for what holds now. A voided
-- night is in no result, as long as it is voided. For the functions that read them: it asks for no right.
create or replace function versions_of_nights(patient_ids int[], first_nights date[], free_from date[])
  returns table (holder int, machine int, dated date, recorded date, used int, origin text, validity int, since timestamptz, until timestamptz, night_id bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
  select w.id, n.machine_id, v.usage_date, n.night, v.minutes, n.source, v.state::int, v.since, v.until, n.id
    from unnest(patient_ids, first_nights, free_from) w (id, first_night, free_from)
    join usage_night_versions v on v.patient_id = w.id and v.usage_date >= w.first_night and v.usage_date < w.free_from and v.state <> 9
    join usage_nights n on n.id = v.night_id
  union all
  select w.id, n.machine_id, n.usage_date, n.night, n.minutes, n.source, n.state::int,
         coalesce((select max(v.until) from usage_night_versions v where v.night_id = n.id), n.arrived_at), 'infinity', n.id
    from unnest(patient_ids, first_nights, free_from) w (id, first_night, free_from)
    join usage_nights n on n.patient_id = w.id and n.usage_date >= w.first_night and n.usage_date < w.free_from and n.state <> 9
$$;

revoke all on function versions_of_nights(int[], date[], date[]) from public;
alter function versions_of_nights(int[], date[], date[]) owner to airlog_definer;
