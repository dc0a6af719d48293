-- What was known at a time (decisions/115): nights, assignments and therapy start keep what they were, since when and until when, by whatever statement.
-- A version holds after its `since` up to and including its `until`: at a time is known what was written before it. The times are those of transactions, so
-- that what one of them changes is known together; one that waited for a later one comes after it, by a microsecond at least.

-- ---- Therapy start

create table therapy_start_versions (
  id bigint generated always as identity primary key,
  org_id int not null, patient_id int not null,
  therapy_start date,                                -- null: taken away
  known tstzrange not null check (not isempty(known)), -- (since, until]
  actor_user_id int, actor_name text, actor_email text, -- as they were then; null: a job, or before this table
  foreign key (org_id, patient_id) references patients (org_id, id) on delete cascade on update cascade,
  exclude using gist (patient_id with =, known with &&)
);
create index therapy_start_versions_patient on therapy_start_versions (org_id, patient_id);

-- ---- Assignments

-- What was known of an assignment, and the act since which it was. Of a deleted one, the last version says so with what it was.
create table assignment_versions (
  id bigint generated always as identity primary key,
  history_id int not null,
  org_id int not null, patient_id int not null,
  machine_org_id int not null, machine_id int not null,
  start_date date not null,
  end_date date,
  known tstzrange not null check (not isempty(known)), -- (since, until]
  act text not null check (act in ('made', 'edited', 'deleted')),
  actor_user_id int, actor_name text, actor_email text, -- as they were then; null: a job, or before this table
  reason text,
  foreign key (org_id, patient_id) references patients (org_id, id) on update cascade,
  foreign key (machine_org_id, machine_id) references machines (org_id, id),
  exclude using gist (history_id with =, known with &&)
);
create index assignment_versions_patient on assignment_versions (org_id, patient_id);
create index assignment_versions_machine on assignment_versions (machine_org_id, machine_id);

-- ---- Nights

alter table usage_night_versions
  alter column until type timestamptz,
  add column usage_date date,
  add column state smallint,
  add column since timestamptz;

-- ---- Who reads and writes

alter table therapy_start_versions enable row level security, force row level security;
create policy child on therapy_start_versions for select to airlog_org
  using (exists (select from patients p where p.id = therapy_start_versions.patient_id));
create policy acting on therapy_start_versions as restrictive to airlog_acting
  using (exists (select from patients p where p.id = therapy_start_versions.patient_id));
create policy support on therapy_start_versions for select to airlog_support using (true);
create policy jobs on therapy_start_versions for select to airlog_jobs using (true);
create policy definer on therapy_start_versions to airlog_definer using (true) with check (true);
grant select on therapy_start_versions to airlog_org, airlog_support, airlog_jobs;
grant select, insert, update (known) on therapy_start_versions to airlog_definer;

alter table assignment_versions enable row level security, force row level security;
create policy child on assignment_versions for select to airlog_org
  using (exists (select from patients p where p.id = assignment_versions.patient_id));
create policy acting on assignment_versions as restrictive to airlog_acting
  using (exists (select from patients p where p.id = assignment_versions.patient_id));
create policy support on assignment_versions for select to airlog_support using (true);
create policy jobs on assignment_versions for select to airlog_jobs using (true);
create policy definer on assignment_versions to airlog_definer using (true) with check (true);
grant select on assignment_versions to airlog_org, airlog_support, airlog_jobs;
grant select, insert, update (known) on assignment_versions to airlog_definer;

-- ---- What is there already

-- No one wrote down what assignments and therapy start were before now: they are what they are since they were entered.
set local role airlog_definer;
insert into therapy_start_versions (org_id, patient_id, therapy_start, known)
select p.org_id, p.id, p.therapy_start, tstzrange(p.created_at, null, '(]') from patients p where p.therapy_start is not null;
insert into assignment_versions (history_id, org_id, patient_id, machine_org_id, machine_id, start_date, end_date, known, act, actor_user_id, actor_name, actor_email)
select h.id, h.org_id, h.patient_id, h.machine_org_id, h.machine_id, h.start_date, h.end_date, tstzrange(h.created_at, null, '(]'), 'made',
       h.created_by, u.last_name || ', ' || u.first_name, u.email
  from device_history h left join users u on u.id = h.created_by;

-- A correction before 076 has no version. Then the night had the figures of its next version, or of now.
insert into usage_night_versions (night_id, patient_id, minutes, until)
select distinct on (l.night_id, l.created_at) l.night_id, later.patient_id, coalesce(later.minutes, n.minutes), l.created_at
  from usage_date_changes l
  join usage_nights n on n.id = l.night_id
  left join lateral (select v.patient_id, v.minutes from usage_night_versions v where v.night_id = l.night_id and v.until > l.created_at
                      order by v.until, v.id limit 1) later on true
 where not exists (select from usage_night_versions v where v.night_id = l.night_id and v.until = l.created_at);
reset role;

-- As nights_known() answered so far (077): a version has the date before its night's next correction; on its date of now it is of its patient of now, else
-- of the patient whose assignment covers the date now, and without one of the patient in the version.
grant update, delete on usage_night_versions to airlog_definer;
set local role airlog_definer;
update usage_night_versions v
   set usage_date = d.usage_date, state = d.state,
       patient_id = case when d.usage_date = d.present_date then d.present else coalesce(
         (select h.patient_id from device_history h
           where h.machine_id = d.machine_id and h.start_date <= d.usage_date and (h.end_date is null or d.usage_date < h.end_date)), v.patient_id) end,
       since = greatest(d.arrived_at, d.before)
  from (select o.id, n.machine_id, n.state, n.arrived_at, n.patient_id as present, n.usage_date as present_date,
               lag(o.until) over (partition by o.night_id order by o.until, o.id) as before,
               coalesce((select l.old_date from usage_date_changes l where l.machine_id = n.machine_id and l.night_id = n.id and l.created_at >= o.until
                          order by l.created_at, l.id limit 1), n.usage_date) as usage_date
          from usage_night_versions o join usage_nights n on n.id = o.night_id) d
 where d.id = v.id;
delete from usage_night_versions v where v.usage_date is null or v.since >= v.until;
reset role;
revoke update, delete on usage_night_versions from airlog_definer;

alter table usage_night_versions
  alter column until drop default,
  alter column usage_date set not null,
  alter column state set not null,
  alter column since set not null,
  add check (since < until);
drop index usage_night_versions_patient;
create index usage_night_versions_patient on usage_night_versions (patient_id, usage_date) where patient_id is not null;

-- ---- What keeps them

create function keep_therapy_start() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  present timestamptz := case when tg_op = 'INSERT' then new.created_at else now() end;
  closed timestamptz;
begin
  update therapy_start_versions v set known = tstzrange(lower(v.known), greatest(present, lower(v.known) + interval '1 microsecond'), '(]')
   where v.patient_id = new.id and upper_inf(v.known) returning upper(v.known) into closed;
  insert into therapy_start_versions (org_id, patient_id, therapy_start, known, actor_user_id, actor_name, actor_email)
  select new.org_id, new.id, new.therapy_start, tstzrange(coalesce(closed, present), null, '(]'), u.id, u.last_name || ', ' || u.first_name, u.email
    from (select ctx_user() as id) actor left join users u on u.id = actor.id;
  return null;
end $$;
create trigger therapy_start_kept_first after insert on patients
  for each row when (new.therapy_start is not null) execute function keep_therapy_start();
create trigger therapy_start_kept after update of therapy_start on patients
  for each row when (old.therapy_start is distinct from new.therapy_start) execute function keep_therapy_start();

create function keep_assignment() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  kept device_history;
  -- Staff may name the time at which an assignment was made; the request has one of the database.
  present timestamptz := case when tg_op = 'INSERT' and ctx_user() is null then new.created_at else now() end;
  closed timestamptz;
begin
  if tg_op = 'DELETE' then kept := old; else kept := new; end if;
  if tg_op = 'UPDATE' and (old.org_id, old.patient_id, old.machine_org_id, old.machine_id, old.start_date, old.end_date)
    is not distinct from (new.org_id, new.patient_id, new.machine_org_id, new.machine_id, new.start_date, new.end_date) then return null; end if;
  update assignment_versions v set known = tstzrange(lower(v.known), greatest(present, lower(v.known) + interval '1 microsecond'), '(]')
   where v.history_id = kept.id and upper_inf(v.known) returning upper(v.known) into closed;
  insert into assignment_versions (history_id, org_id, patient_id, machine_org_id, machine_id, start_date, end_date, known, act, actor_user_id, actor_name, actor_email)
  select kept.id, kept.org_id, kept.patient_id, kept.machine_org_id, kept.machine_id, kept.start_date, kept.end_date, tstzrange(coalesce(closed, present), null, '(]'),
         case tg_op when 'INSERT' then 'made' when 'UPDATE' then 'edited' else 'deleted' end, u.id, u.last_name || ', ' || u.first_name, u.email
    from (select ctx_user() as id) actor left join users u on u.id = actor.id;
  return null;
end $$;
create trigger assignment_kept after insert or update or delete on device_history for each row execute function keep_assignment();

-- As before (077), and a night is kept as it was also when its patient or its state changes. Nearly every night never changes, and has no version.
create or replace function usage_nights_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into usage_night_versions (night_id, patient_id, usage_date, minutes, state, since, until)
  select o.id, o.patient_id, o.usage_date, o.minutes, o.state, b.since, greatest(now(), b.since + interval '1 microsecond')
    from was o join is_now n using (id)
    cross join lateral (select coalesce((select max(v.until) from usage_night_versions v where v.night_id = o.id), o.arrived_at) as since) b
   where (o.patient_id, o.usage_date, o.minutes, o.state) is distinct from (n.patient_id, n.usage_date, n.minutes, n.state);
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

-- ---- What reads them

-- Every version of the nights that were or are of each patient on dates from the first to before the last; `until`: infinity for what holds now.
-- For the functions below: it asks for no right.
create function versions_of_nights(patient_ids int[], first_nights date[], free_from date[])
  returns table (holder int, machine int, dated date, recorded date, used int, origin text, validity int, since timestamptz, until timestamptz, night_id bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
  select w.id, n.machine_id, v.usage_date, n.night, v.minutes, n.source, v.state::int, v.since, v.until, n.id
    from unnest(patient_ids, first_nights, free_from) w (id, first_night, free_from)
    join usage_night_versions v on v.patient_id = w.id and v.usage_date >= w.first_night and v.usage_date < w.free_from
    join usage_nights n on n.id = v.night_id
  union all
  select w.id, n.machine_id, n.usage_date, n.night, n.minutes, n.source, n.state::int,
         coalesce((select max(v.until) from usage_night_versions v where v.night_id = n.id), n.arrived_at), 'infinity', n.id
    from unnest(patient_ids, first_nights, free_from) w (id, first_night, free_from)
    join usage_nights n on n.patient_id = w.id and n.usage_date >= w.first_night and n.usage_date < w.free_from
$$;

-- Every version of the nights of each patient on dates from the first to before the last, also of nights that are no longer theirs, or no longer on one of these
-- dates. A version was known at a time when since < time and until >= time.
create function night_history(patient_ids int[], first_nights date[], ends date[])
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

-- ---- Owners of the functions

grant create on schema public to airlog_definer;
revoke all on function keep_therapy_start(), keep_assignment(), versions_of_nights(int[], date[], date[]), night_history(int[], date[], date[]) from public;
grant execute on function versions_of_nights(int[], date[], date[]) to airlog_definer;
alter function keep_therapy_start() owner to airlog_definer;
alter function keep_assignment() owner to airlog_definer;
alter function versions_of_nights(int[], date[], date[]) owner to airlog_definer;
alter function night_history(int[], date[], date[]) owner to airlog_definer;
revoke create on schema public from airlog_definer;
grant execute on function night_history(int[], date[], date[]) to airlog_org, airlog_support, airlog_jobs;
