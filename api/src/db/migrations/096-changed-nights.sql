-- Patients among these of whose nights one was changed, has come from another patient, or has gone to one: what their nights were is read (night_history). Of all
-- others each night is as it was when it arrived (decisions/131). For the jobs: it asks for no right.
create function patients_of_changed_nights(patient_ids int[]) returns setof int
  language sql stable security definer set search_path = public, pg_temp as $$
  select v.patient_id from usage_night_versions v where v.patient_id = any (patient_ids)
  union
  select n.patient_id from usage_nights n join usage_night_versions v on v.night_id = n.id where n.patient_id = any (patient_ids)
$$;

grant create on schema public to airlog_definer;
revoke all on function patients_of_changed_nights(int[]) from public;
alter function patients_of_changed_nights(int[]) owner to airlog_definer;
revoke create on schema public from airlog_definer;
grant execute on function patients_of_changed_nights(int[]) to airlog_jobs;

-- As before (081, 082). A full join is never a loop over both tables: the plan was made for the first change of a connection, of one night, and kept for one of
-- 500, whose rows were compared 250,000 times in each of these statements.
create or replace function usage_nights_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
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

create or replace function usage_nights_moved() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  machines int[];
  dates date[];
  patients int[];
begin
  select array_agg(c.machine_id), array_agg(c.usage_date), array_agg(c.patient_id) filter (where c.patient_id is not null)
    into machines, dates, patients
    from was o full join became n using (id)
    cross join lateral (values (o.machine_id, o.usage_date, o.patient_id), (n.machine_id, n.usage_date, n.patient_id)) c (machine_id, usage_date, patient_id)
   where (o.usage_date, o.state, o.patient_id, o.minutes) is distinct from (n.usage_date, n.state, n.patient_id, n.minutes);
  if machines is null then return null; end if; -- measurements only, and the second round of settle_nights
  if exists (
    select from (select distinct n.machine_id, n.source, n.usage_date from was o full join became n using (id) where o.usage_date is distinct from n.usage_date) k
     where (select count(*) from usage_nights u where u.machine_id = k.machine_id and u.usage_date = k.usage_date and u.source = k.source) > 2
  ) then
    raise exception 'A third night of one source has the same date' using errcode = 'check_violation', constraint = 'usage_nights_two_a_date', table = 'usage_nights';
  end if;
  perform settle_nights(machines, dates, patients);
  return null;
end $$;
