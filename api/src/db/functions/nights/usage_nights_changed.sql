-- The night as it was is kept, also when its patient or its state changes, and the date that it leaves is kept with its patient. Nearly every night never
-- changes, and has no version.
-- A full join is never a loop over both tables: the plan was made for the first change of a connection, of one night, and kept for one of 500, whose rows
-- were compared 250,000 times in each of these statements.
create or replace function usage_nights_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from was) then return null; end if;
  insert into usage_night_versions (night_id, patient_id, usage_date, minutes, state, since, until)
  select o.id, o.patient_id, o.usage_date, o.minutes, o.state, b.since, greatest(now(), b.since + interval '1 microsecond')
    from was o full join is_now n using (id)
    cross join lateral (select coalesce((select max(v.until) from usage_night_versions v where v.night_id = o.id), o.arrived_at) as since) b
   where (o.patient_id, o.usage_date, o.minutes, o.state) is distinct from (n.patient_id, n.usage_date, n.minutes, n.state);
  insert into usage_night_returns (night_id, usage_date, machine_id, patient_id)
  select o.id, o.usage_date, o.machine_id, o.patient_id from was o full join is_now n using (id) where o.usage_date is distinct from n.usage_date
  on conflict (night_id, usage_date) do update set patient_id = excluded.patient_id;
  perform recompute_compliance(array (
    select patient_id from (select id, patient_id, usage_date, minutes, overruled, state from was
                            except select id, patient_id, usage_date, minutes, overruled, state from is_now) gone
    union select patient_id from (select id, patient_id, usage_date, minutes, overruled, state from is_now
                                  except select id, patient_id, usage_date, minutes, overruled, state from was) come));
  return null;
end $$;

revoke all on function usage_nights_changed() from public;
alter function usage_nights_changed() owner to airlog_definer;
