-- A correction takes a night from the patient of a deleted assignment, and its undo gives it back (decisions/069, 072).

-- ---- Whose a night is on a date that it left

-- The dates that a correction took from a night, and whose night it would be had it stayed: assignments change the patient here as they do in usage_nights.
create table usage_night_returns (
  night_id bigint not null,
  usage_date date not null,
  machine_id int not null,
  patient_id int,                                    -- null: of no patient
  primary key (night_id, usage_date)
);
create index usage_night_returns_machine on usage_night_returns (machine_id, usage_date);

alter table usage_night_returns enable row level security, force row level security;
create policy definer on usage_night_returns to airlog_definer using (true) with check (true);
grant select, insert, update (patient_id) on usage_night_returns to airlog_definer;

-- As before (046). On a date that no assignment covers, a night that was there before is of the patient whose night it would be had it stayed.
create or replace function usage_night_owner() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform lock_nights(new.machine_id);
  if tg_op = 'INSERT' then
    new.usage_date := coalesce(new.usage_date, new.night);
    if new.patient_id is not null then return new; end if;
  elsif new.usage_date = old.usage_date then
    return new;
  end if;
  select h.org_id, h.patient_id into new.org_id, new.patient_id from device_history h
    where h.machine_id = new.machine_id and h.start_date <= new.usage_date and (h.end_date is null or new.usage_date < h.end_date);
  if not found and tg_op = 'UPDATE' then
    select p.org_id, p.id into new.org_id, new.patient_id from usage_night_returns r join patients p on p.id = r.patient_id
      where r.night_id = new.id and r.usage_date = new.usage_date;
  end if;
  return new;
end $$;

-- As before (076), and the date that a night leaves is kept with its patient.
create or replace function usage_nights_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into usage_night_versions (night_id, patient_id, minutes)
  select o.id, o.patient_id, o.minutes from was o join is_now n using (id) where (o.minutes, o.usage_date) <> (n.minutes, n.usage_date);
  insert into usage_night_returns (night_id, usage_date, machine_id, patient_id)
  select o.id, o.usage_date, o.machine_id, o.patient_id from was o join is_now n using (id) where o.usage_date <> n.usage_date
  on conflict (night_id, usage_date) do update set patient_id = excluded.patient_id;
  perform recompute_compliance(array (
    select patient_id from (select id, patient_id, usage_date, minutes, overruled, state from was
                            except select id, patient_id, usage_date, minutes, overruled, state from is_now) gone
    union select patient_id from (select id, patient_id, usage_date, minutes, overruled, state from is_now
                                  except select id, patient_id, usage_date, minutes, overruled, state from was) come));
  return null;
end $$;

-- As before (046). Nights that would return to a date follow its assignment like those that have the date.
create or replace function assignment_nights() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform lock_nights(new.machine_id);
  if tg_op = 'UPDATE' then
    if (old.patient_id, old.machine_id, old.start_date, old.end_date)
      is not distinct from (new.patient_id, new.machine_id, new.start_date, new.end_date) then return null; end if;
    update usage_nights n set org_id = null, patient_id = null
      where n.machine_id = old.machine_id and n.patient_id = old.patient_id
        and n.usage_date >= old.start_date and n.usage_date < coalesce(old.end_date, 'infinity')
        and not (new.patient_id = old.patient_id and new.machine_id = old.machine_id
          and n.usage_date >= new.start_date and n.usage_date < coalesce(new.end_date, 'infinity'));
    update usage_night_returns r set patient_id = null
      where r.machine_id = old.machine_id and r.patient_id = old.patient_id
        and r.usage_date >= old.start_date and r.usage_date < coalesce(old.end_date, 'infinity');
  end if;
  update usage_nights n set org_id = new.org_id, patient_id = new.patient_id
    where n.machine_id = new.machine_id and n.patient_id is distinct from new.patient_id
      and n.usage_date >= new.start_date and n.usage_date < coalesce(new.end_date, 'infinity');
  update usage_night_returns r set patient_id = new.patient_id
    where r.machine_id = new.machine_id and r.patient_id is distinct from new.patient_id
      and r.usage_date >= new.start_date and r.usage_date < coalesce(new.end_date, 'infinity');
  return null;
end $$;

-- As before (071), and a night that an undo would give back to another patient keeps its figures.
create or replace function icode_report_night() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  evening date := new.collected - 1;
  used int := case new.compliant_days when 0 then least(new.minutes, 239) else new.minutes end;
begin
  if exists (select from device_history h where h.machine_id = new.machine_id and h.patient_id <> new.patient_id
               and h.start_date <= evening and (h.end_date is null or evening < h.end_date)) then return null; end if;
  if exists (select from machines m where m.id = new.machine_id and m.handed_over)
    and not evening <@ patient_machine_days(new.machine_id, new.patient_id) then return null; end if;
  insert into usage_nights as n (machine_org_id, machine_id, night, source, minutes, ahi, pressure, p95, sni, arrived_at)
  select new.machine_org_id, new.machine_id, evening, 'qr', used, m.ahi, m.pressure, m.p95, m.sni, new.created_at
    from (select 1) one left join (select new.ahi, new.pressure, new.p95, new.sni) m on new.minutes > 0
  on conflict (machine_id, night, source) do update
     set (minutes, ahi, pressure, p95, sni) = row(excluded.minutes, excluded.ahi, excluded.pressure, excluded.p95, excluded.sni)
   where coalesce(n.patient_id, (select r.patient_id from usage_night_returns r where r.night_id = n.id and r.usage_date = evening), new.patient_id) = new.patient_id;
  return null;
end $$;

-- ---- Corrections

-- As before (065). A night that moved to a date which no assignment covers is on a day of the caller's organization, also when it returns to a patient.
create or replace function change_usage_dates(machine int, wanted_source text, moves jsonb) returns int[] language plpgsql security definer set search_path = public, pg_temp as $$
declare
  ids bigint[];
  changed bigint[];
  concerned int[];
  own_days datemultirange;
begin
  select coalesce(array_agg(m.id), '{}') into ids from jsonb_to_recordset(moves) as m (id bigint, date date);
  perform claim_nights(machine, wanted_source, ids);
  -- No place on earth has a later date yet. The day in the patient's time zone is compared by the portal, with a message.
  if exists (select from jsonb_to_recordset(moves) as m (id bigint, date date) join usage_nights n on n.id = m.id
              where m.date > (now() at time zone 'Pacific/Kiritimati')::date or abs(m.date - n.night) > 7305) then
    perform refuse('A date in the future, or more than 20 years from the recorded one.');
  end if;
  select coalesce(array_agg(distinct n.patient_id), '{}') into concerned from usage_nights n where n.id = any (ids);
  select array_agg(n.id) into changed
    from jsonb_to_recordset(moves) as m (id bigint, date date) join usage_nights n on n.id = m.id and n.usage_date <> m.date;
  own_days := ctx_machine_days(machine);
  with was as (
    select n.id, n.usage_date from usage_nights n where n.id = any (ids)
  ), moved as (
    update usage_nights n set usage_date = m.date from jsonb_to_recordset(moves) as m (id bigint, date date)
     where n.id = m.id and n.usage_date <> m.date returning n.*
  )
  insert into usage_date_changes (org_id, patient_id, machine_org_id, machine_id, night_id, source, night, old_date, new_date, actor_user_id, email)
  select n.org_id, n.patient_id, n.machine_org_id, n.machine_id, n.id, n.source, n.night, w.usage_date, n.usage_date, u.id, u.email
    from moved n join was w on w.id = n.id join users u on u.id = ctx_user();
  if exists (select from usage_nights n left join patients p on p.id = n.patient_id
              where n.id = any (changed)
                and (p.id is not null and not ctx_sees(p.visible_org_ids, array[p.location_id])
                     or not n.usage_date <@ own_days and not exists (
                       select from device_history h where h.machine_id = n.machine_id
                         and h.start_date <= n.usage_date and (h.end_date is null or n.usage_date < h.end_date)))) then
    raise exception 'Another patient had the machine on that date.' using errcode = 'check_violation', constraint = 'usage_date_of_another_patient';
  end if;
  select array_agg(distinct c.id) into concerned
    from (select unnest(concerned) as id union select n.patient_id from usage_nights n where n.id = any (ids)) c where c.id is not null;
  return coalesce(concerned, '{}');
end  $$;

-- Of nights that get these dates, those that return to a patient, for the dry run: on a date that no assignment covers, within the days of the caller's organization.
-- `holder`: null for a patient that the caller does not see; change_usage_dates() refuses that night.
create function nights_returning(machine int, moves jsonb) returns table (night_id bigint, holder int)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  own_days datemultirange;
begin
  if not ctx_may('update.machine.date_change_utility') then perform refuse('Not permitted: update.machine.date_change_utility'); end if;
  own_days := ctx_machine_days(machine);
  if own_days is null then perform refuse('Nights of another machine.'); end if;
  return query
  select n.id, p.id
    from jsonb_to_recordset(moves) as m (id bigint, date date)
    join usage_nights n on n.id = m.id and n.machine_id = machine and n.usage_date <> m.date
    join usage_night_returns r on r.night_id = n.id and r.usage_date = m.date
    join patients former on former.id = r.patient_id
    left join patients p on p.id = former.id and ctx_sees(p.visible_org_ids, array[p.location_id])
    left join patients present on present.id = n.patient_id
   where m.date <@ own_days
     and case when n.patient_id is null then n.usage_date <@ own_days else ctx_sees(present.visible_org_ids, array[present.location_id]) end
     and not exists (select from device_history h where h.machine_id = machine and h.start_date <= m.date and (h.end_date is null or m.date < h.end_date));
end $$;

-- ---- Compliance as of a date

-- As before (076), also for a patient who has no assignment of the machine now and none of whose nights changed: a night may have come to the patient since.
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
                    select n.machine_id from wanted w join usage_nights n on n.patient_id = w.id and n.usage_date >= w.first_night and n.usage_date < w.free_from
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

-- ---- Corrections of before

-- Whose nights these were is in the versions since 076. A patient who has an assignment of the machine gets none back: it may have left the date since.
set local role airlog_definer;
insert into usage_night_returns (night_id, usage_date, machine_id, patient_id)
select distinct on (l.night_id, l.old_date) l.night_id, l.old_date, l.machine_id,
       coalesce(h.patient_id, case when not exists (
         select from device_history a where a.machine_id = l.machine_id and a.patient_id = v.patient_id) then v.patient_id end)
  from usage_date_changes l
  join usage_nights n on n.id = l.night_id and n.usage_date <> l.old_date
  left join usage_night_versions v on v.night_id = l.night_id and v.until = l.created_at
  left join device_history h on h.machine_id = l.machine_id and h.start_date <= l.old_date and (h.end_date is null or l.old_date < h.end_date)
 order by l.night_id, l.old_date, l.id desc, v.id;
reset role;

-- ---- Owners of the functions

grant create on schema public to airlog_definer;
revoke all on function nights_returning(int, jsonb) from public;
alter function nights_returning(int, jsonb) owner to airlog_definer;
revoke create on schema public from airlog_definer;
grant execute on function nights_returning(int, jsonb) to airlog_org, airlog_support;
