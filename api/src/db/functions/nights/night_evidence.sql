-- The nights of patients that were known at a time, on dates before `free_from`, each as it was then. `digest`: of the card. `reader`: the parser or codec with
-- its version. `confidence`: of the card in its minutes; a code has them in steps of five. The correction is the last one until then. The caller sees the
-- nights of these patients, so it sees where they come from, also when the device or the upload is another organization's.
create or replace function night_evidence(patient_ids int[], free_from date[], known_at timestamptz)
  returns table (holder int, dated date, recorded date, used int, origin text, validity int, machine int, serial text, arrived_at timestamptz,
    digest text, reader text, confidence text, corrected_by text, corrected_at timestamptz, corrected_from date)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query
  with wanted as materialized (
    select array_agg(p.id) as ids, array_agg('-infinity'::date) as first_nights, array_agg(w.free_from) as ends
      from unnest(patient_ids, night_evidence.free_from) w (id, free_from) join patients p on p.id = w.id
     where current_setting('role') = 'airlog_jobs' or ctx_sees(p.visible_org_ids, array[p.location_id])
  )
  select v.holder, v.dated, v.recorded, v.used, v.origin, v.validity, v.machine, m.serial, n.arrived_at::timestamptz, encode(u.digest, 'hex'),
         case n.source when 'sd' then u.parser || '@' || u.parser_version when 'qr' then c.codec || '@' || c.codec_version end,
         case n.source when 'sd' then u.confidence ->> 'usage' when 'qr' then 'medium' else 'high' end,
         l.email, l.created_at::timestamptz, l.old_date
    from wanted w
    cross join lateral versions_of_nights(w.ids, w.first_nights, w.ends) v
    join usage_nights n on n.id = v.night_id
    join machines m on m.id = n.machine_id
    left join upload_files f on f.id = n.upload_file_id left join uploads u on u.id = f.upload_id
    left join lateral (select r.codec, r.codec_version from icode_reports r
                        where n.source = 'qr' and r.machine_id = n.machine_id and r.icode_period = 1 and r.collected = n.night + 1 and r.created_at < known_at
                        order by r.created_at desc, r.id desc limit 1) c on true
    left join lateral (select d.email, d.created_at, d.old_date from usage_date_changes d
                        where v.dated <> v.recorded and d.machine_id = n.machine_id and d.night_id = n.id and d.created_at < known_at
                        order by d.created_at desc, d.id desc limit 1) l on true
   where v.since < known_at and v.until >= known_at
   order by v.dated, v.recorded, v.night_id;
end $$;

revoke all on function night_evidence(int[], date[], timestamptz) from public;
alter function night_evidence(int[], date[], timestamptz) owner to airlog_definer;
grant execute on function night_evidence(int[], date[], timestamptz) to airlog_jobs, airlog_org, airlog_support;
