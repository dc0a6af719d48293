-- Two recorded nights of one machine and source on one date are two nights, of which one was moved: the longer one counts (decisions/072, 117).

-- Whether the first night counts and the other does not, of one patient, machine and date: the higher source, then the longer one, then the one recorded on
-- that date, then the one recorded earlier. The same order as in compliance.nights.ts.
create function night_rank(source text, minutes int, usage_date date, night date, id bigint) returns bigint[] language sql immutable parallel safe
  return array[night_priority(source), -minutes, case when night = usage_date then 0 else 1 end, night - date '2000-01-01', id];

-- As before (072), also among the nights of one source.
create or replace function settle_nights(machines int[], dates date[], patients int[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update usage_nights n set overruled = not n.overruled
    from (select distinct k.machine_id, k.usage_date from unnest(machines, dates) k (machine_id, usage_date)) k
   where n.machine_id = k.machine_id and n.usage_date = k.usage_date
     and n.overruled is distinct from exists (
       select from usage_nights h where h.machine_id = n.machine_id and h.usage_date = n.usage_date and h.state = 1
         and h.patient_id is not distinct from n.patient_id
         and case when n.state = 1 then night_rank(h.source, h.minutes, h.usage_date, h.night, h.id) < night_rank(n.source, n.minutes, n.usage_date, n.night, n.id)
                  else night_priority(h.source) < night_priority(n.source) end);
  update patients p set last_report = l.usage_date
    from (select distinct k.patient_id from unnest(settle_nights.patients) k (patient_id)) k
    left join lateral (select max(n.usage_date) as usage_date from usage_nights n where n.patient_id = k.patient_id) l on true
   where p.id = k.patient_id and p.last_report is distinct from l.usage_date;
end $$;

-- As before (046), also when the minutes of a night change: another one of its date may be the longer one then.
create or replace function usage_nights_moved() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  machines int[];
  dates date[];
  patients int[];
begin
  select array_agg(c.machine_id), array_agg(c.usage_date), array_agg(c.patient_id) filter (where c.patient_id is not null)
    into machines, dates, patients
    from (select o.machine_id, o.usage_date, o.patient_id from was o join became n using (id)
           where (o.usage_date, o.state, o.patient_id, o.minutes) is distinct from (n.usage_date, n.state, n.patient_id, n.minutes)
          union all
          select n.machine_id, n.usage_date, n.patient_id from was o join became n using (id)
           where (o.usage_date, o.state, o.patient_id, o.minutes) is distinct from (n.usage_date, n.state, n.patient_id, n.minutes)) c;
  if machines is null then return null; end if; -- measurements only, and the second round of settle_nights
  if exists (
    select from (select distinct n.machine_id, n.source, n.usage_date from was o join became n using (id) where o.usage_date <> n.usage_date) k
     where (select count(*) from usage_nights u where u.machine_id = k.machine_id and u.usage_date = k.usage_date and u.source = k.source) > 2
  ) then
    raise exception 'A third night of one source has the same date' using errcode = 'check_violation', constraint = 'usage_nights_two_a_date', table = 'usage_nights';
  end if;
  perform settle_nights(machines, dates, patients);
  return null;
end $$;

-- What is there: the triggers recalculate the patients concerned. Two nights of one source share a date only where one was moved.
do $$
declare
  machines int[];
  dates date[];
begin
  select array_agg(k.machine_id), array_agg(k.usage_date) into machines, dates
    from (select distinct n.machine_id, n.usage_date from usage_nights n where n.usage_date <> n.night) k;
  if machines is not null then perform settle_nights(machines, dates, '{}'); end if;
end $$;

grant create on schema public to airlog_definer;
revoke all on function night_rank(text, int, date, date, bigint) from public;
grant execute on function night_rank(text, int, date, date, bigint) to airlog_definer;
revoke create on schema public from airlog_definer;
