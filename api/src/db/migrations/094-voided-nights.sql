-- Nights of a card can be voided and given back (decisions/129): a state of the night, with a line for each void that keeps who, when and why.

-- ---- The lines

-- One line for each void of a night, and its end when the night is given back. It is seen by who sees the night.
create table night_voids (
  id bigint generated always as identity primary key,
  night_id bigint not null,
  state_before smallint not null check (state_before <> 9),
  reason text not null check (length(reason) between 1 and 1000),
  actor_user_id int not null,
  email text not null,                                     -- of the actor, as it was then
  created_at timestamptz not null default now(),
  given_back_by int,
  given_back_email text,
  given_back_at timestamptz,
  check ((given_back_at is null) = (given_back_by is null) and (given_back_at is null) = (given_back_email is null))
);
create index night_voids_night on night_voids (night_id, created_at);
create unique index night_voids_open on night_voids (night_id) where given_back_at is null;

alter table night_voids enable row level security, force row level security;
create policy child on night_voids for select to airlog_org using (exists (select from usage_nights n where n.id = night_id));
create policy acting on night_voids as restrictive to airlog_acting using (exists (select from usage_nights n where n.id = night_voids.night_id));
create policy support on night_voids for select to airlog_support using (true);
create policy definer on night_voids to airlog_definer using (true) with check (true);
grant select on night_voids to airlog_org, airlog_support;
grant select, insert, update (given_back_by, given_back_email, given_back_at) on night_voids to airlog_definer;

-- ---- What a card does that has voided nights

alter table uploads
  add column voided_nights date[] not null default '{}', -- of the card, by their recorded dates: they stay voided
  add column voided_count int not null generated always as (cardinality(voided_nights)) stored;
grant update (voided_nights) on uploads to airlog_jobs;

-- ---- Void, and its undo

grant update (state) on usage_nights to airlog_definer;

-- Voids nights of cards of one machine, all or none: state 9 counts nowhere. Every other column stays as it is. Returns the patients whose nights they are.
create function void_nights(machine int, ids bigint[], why text) returns int[] language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform claim_nights(machine, 'sd', ids);
  if exists (select from usage_nights n where n.id = any (ids) and n.state = 9) then perform refuse('A night that is voided already.'); end if;
  insert into night_voids (night_id, state_before, reason, actor_user_id, email)
  select n.id, n.state, why, u.id, u.email from usage_nights n join users u on u.id = ctx_user() where n.id = any (ids) order by n.night, n.id;
  update usage_nights n set state = 9 where n.id = any (ids);
  return array (select distinct n.patient_id from usage_nights n where n.id = any (ids) and n.patient_id is not null);
end $$;

-- Gives voided nights back, all or none, each with the state that it had. Returns the patients whose nights they are.
create function give_back_nights(machine int, ids bigint[]) returns int[] language plpgsql security definer set search_path = public, pg_temp as $$
declare
  returned int;
begin
  perform claim_nights(machine, 'sd', ids);
  with ended as (
    update night_voids v set given_back_by = u.id, given_back_email = u.email, given_back_at = greatest(now(), v.created_at)
      from users u where u.id = ctx_user() and v.night_id = any (ids) and v.given_back_at is null returning v.night_id, v.state_before
  ), back as (
    update usage_nights n set state = e.state_before from ended e where n.id = e.night_id returning n.id
  )
  select count(*) into returned from back;
  if returned <> cardinality(ids) then perform refuse('A night that is not voided.'); end if;
  return array (select distinct n.patient_id from usage_nights n where n.id = any (ids) and n.patient_id is not null);
end $$;

-- As before (077). A voided night keeps its date until it is given back.
create or replace function usage_night_owner() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform lock_nights(new.machine_id);
  if tg_op = 'INSERT' then
    new.usage_date := coalesce(new.usage_date, new.night);
    if new.patient_id is not null then return new; end if;
  elsif new.usage_date = old.usage_date then
    return new;
  elsif old.state = 9 then
    raise exception 'A voided night keeps its date.' using errcode = 'check_violation', constraint = 'usage_night_voided', table = 'usage_nights';
  end if;
  select h.org_id, h.patient_id into new.org_id, new.patient_id from device_history h
    where h.machine_id = new.machine_id and h.start_date <= new.usage_date and (h.end_date is null or new.usage_date < h.end_date);
  if not found and tg_op = 'UPDATE' then
    select p.org_id, p.id into new.org_id, new.patient_id from usage_night_returns r join patients p on p.id = r.patient_id
      where r.night_id = new.id and r.usage_date = new.usage_date;
  end if;
  return new;
end $$;

-- As before (082). A voided night is not the last report of its patient.
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
    left join lateral (select max(n.usage_date) as usage_date from usage_nights n where n.patient_id = k.patient_id and n.state <> 9) l on true
   where p.id = k.patient_id and p.last_report is distinct from l.usage_date;
end $$;

-- As before (081). A voided night is in no result, as long as it is voided.
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

-- The nights of patients that were voided at a time, on dates before `free_from`, with the void of then: what a result leaves out.
create function nights_voided(patient_ids int[], free_from date[], known_at timestamptz)
  returns table (holder int, dated date, serial text, reason text, voided_by text, voided_at timestamptz)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query
  with wanted as materialized (
    select p.id, w.free_from from unnest(patient_ids, nights_voided.free_from) w (id, free_from) join patients p on p.id = w.id
     where current_setting('role') = 'airlog_jobs' or ctx_sees(p.visible_org_ids, array[p.location_id])
  ), then_voided as (
    select w.id, v.usage_date, v.night_id from wanted w
      join usage_night_versions v on v.patient_id = w.id and v.usage_date < w.free_from and v.state = 9 and v.since < known_at and v.until >= known_at
    union all
    select w.id, n.usage_date, n.id from wanted w
      join usage_nights n on n.patient_id = w.id and n.usage_date < w.free_from and n.state = 9
       and (select max(v.until) from usage_night_versions v where v.night_id = n.id) < known_at
  )
  select t.id, t.usage_date, m.serial, l.reason, l.email, l.created_at
    from then_voided t
    join usage_nights n on n.id = t.night_id
    join machines m on m.id = n.machine_id
    cross join lateral (select k.reason, k.email, k.created_at from night_voids k where k.night_id = t.night_id and k.created_at < known_at
                         order by k.created_at desc, k.id desc limit 1) l
   order by l.created_at, m.serial, t.usage_date;
end $$;

-- ---- Owners of the functions

grant create on schema public to airlog_definer;
revoke all on function void_nights(int, bigint[], text), give_back_nights(int, bigint[]), nights_voided(int[], date[], timestamptz) from public;
alter function void_nights(int, bigint[], text) owner to airlog_definer;
alter function give_back_nights(int, bigint[]) owner to airlog_definer;
alter function nights_voided(int[], date[], timestamptz) owner to airlog_definer;
revoke create on schema public from airlog_definer;
grant execute on function void_nights(int, bigint[], text), give_back_nights(int, bigint[]) to airlog_org, airlog_support;
grant execute on function nights_voided(int[], date[], timestamptz) to airlog_org, airlog_support, airlog_jobs;
