-- Corrections of usage dates (decisions/072): the recorded night never changes, usage_nights.usage_date does, and each change is a line of a log.

insert into role_permissions (role_id, permission)
select id, 'update.machine.date_change_utility' from roles
 where name in ('org.ep.admin', 'org.clinical.admin', 'location.ep.admin', 'group.ep.admin', 'support.admin');

-- ---- The log

-- One line for each night that a transaction moves. The patient is the one whose night it is afterwards; none without an assignment.
create table usage_date_changes (
  id bigint generated always as identity primary key,
  org_id int, patient_id int,
  machine_org_id int not null, machine_id int not null,
  night_id bigint not null,
  source text not null check (source in ('wireless', 'qr')),
  night date not null,                                     -- as recorded
  old_date date not null, new_date date not null check (new_date <> old_date),
  actor_user_id int not null,
  email text not null,                                     -- of the actor, as it was then
  created_at timestamptz(3) not null default now(),        -- in milliseconds, as the cursors of lists have them
  check ((org_id is null) = (patient_id is null)),
  foreign key (org_id, patient_id) references patients (org_id, id),
  foreign key (machine_org_id, machine_id) references machines (org_id, id)
);
create index usage_date_changes_machine on usage_date_changes (machine_id, created_at, id);
create index usage_date_changes_patient on usage_date_changes (org_id, patient_id);

alter table usage_date_changes enable row level security, force row level security;
create policy child on usage_date_changes for select to airlog_org
  using (case when patient_id is null then exists (select from machines m where m.id = machine_id)
              else exists (select from patients p where p.id = patient_id) end);
create policy support on usage_date_changes for select to airlog_support using (true);
create policy acting on usage_date_changes as restrictive to airlog_acting
  using (case when patient_id is null then exists (select from machines m where m.id = usage_date_changes.machine_id)
              else exists (select from patients p where p.id = usage_date_changes.patient_id) end);
create policy definer on usage_date_changes for insert to airlog_definer with check (true);
grant select on usage_date_changes to airlog_org, airlog_support;
grant insert on usage_date_changes to airlog_definer;

-- ---- What changes nights

-- Whether the caller sees a row with these organizations and locations. Their role: current_user is the owner of the function that asks.
create function ctx_sees(organizations int[], locations int[]) returns boolean language sql stable as $$
  select case current_setting('role')
    when 'airlog_support' then true
    when 'airlog_acting' then organizations @> array[ctx_acting()]
    when 'airlog_org' then organizations @> array[ctx_org()]
    when 'airlog_limited' then organizations @> array[ctx_org()] and locations && ctx_locations()
    else false end
$$;

-- Locks nights of a machine and source for the transaction, and refuses any that the caller may not change.
create function claim_nights(machine int, wanted_source text, ids bigint[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not ctx_may('update.machine.date_change_utility') then perform refuse('Not permitted: update.machine.date_change_utility'); end if;
  if not exists (select from machines m where m.id = machine and ctx_sees(m.visible_org_ids, m.visible_location_ids)) then
    perform refuse('Nights of another machine.');
  end if;
  -- Of two changes of a machine one waits, and then finds the dates of the other. The rows in the order in which devices send them.
  perform lock_nights(machine);
  perform from usage_nights n where n.id = any (ids) order by n.night, n.id for no key update;
  if (select count(*) from usage_nights n left join patients p on p.id = n.patient_id
       where n.id = any (ids) and n.machine_id = machine and n.source = wanted_source and n.source in ('wireless', 'qr')
         and case when n.patient_id is null then true else ctx_sees(p.visible_org_ids, array[p.location_id]) end) <> cardinality(ids) then
    perform refuse('Nights of another machine, source or patient.');
  end if;
end $$;

-- Moves nights of one machine and source, all or none, and logs each. `moves`: [{"id": 1, "date": "2026-01-02"}], each night once. Returns the
-- patients whose nights they were and are.
create function change_usage_dates(machine int, wanted_source text, moves jsonb) returns int[]
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  ids bigint[];
  concerned int[];
begin
  select coalesce(array_agg(m.id), '{}') into ids from jsonb_to_recordset(moves) as m (id bigint, date date);
  perform claim_nights(machine, wanted_source, ids);
  -- No place on earth has a later date yet. The day in the patient's time zone is compared by the portal, with a message.
  if exists (select from jsonb_to_recordset(moves) as m (id bigint, date date) join usage_nights n on n.id = m.id
              where m.date > (now() at time zone 'Pacific/Kiritimati')::date or abs(m.date - n.night) > 7305) then
    perform refuse('A date in the future, or more than 20 years from the recorded one.');
  end if;
  select coalesce(array_agg(distinct n.patient_id), '{}') into concerned from usage_nights n where n.id = any (ids);
  with was as (
    select n.id, n.usage_date from usage_nights n where n.id = any (ids)
  ), moved as (
    update usage_nights n set usage_date = m.date from jsonb_to_recordset(moves) as m (id bigint, date date)
     where n.id = m.id and n.usage_date <> m.date returning n.*
  )
  insert into usage_date_changes (org_id, patient_id, machine_org_id, machine_id, night_id, source, night, old_date, new_date, actor_user_id, email)
  select n.org_id, n.patient_id, n.machine_org_id, n.machine_id, n.id, n.source, n.night, w.usage_date, n.usage_date, u.id, u.email
    from moved n join was w on w.id = n.id join users u on u.id = ctx_user();
  if exists (select from usage_nights n join patients p on p.id = n.patient_id
              where n.id = any (ids) and not ctx_sees(p.visible_org_ids, array[p.location_id])) then
    raise exception 'Another patient had the machine on that date.' using errcode = 'check_violation', constraint = 'usage_date_of_another_patient';
  end if;
  select array_agg(distinct c.id) into concerned
    from (select unnest(concerned) as id union select n.patient_id from usage_nights n where n.id = any (ids)) c where c.id is not null;
  return coalesce(concerned, '{}');
end $$;

-- Sets the record number of the machine's newest valid wireless night to 0, so that the counter of the device may start again.
create function reset_record_no(machine int, wanted bigint) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform claim_nights(machine, 'wireless', array[wanted]);
  if wanted <> (select n.id from usage_nights n where n.machine_id = machine and n.source = 'wireless' and n.state = 1
                 order by n.arrived_at desc, n.id desc limit 1) then
    raise exception 'Another night is newer.' using errcode = 'check_violation', constraint = 'usage_record_not_newest';
  end if;
  update usage_nights n set record_no = 0 where n.id = wanted;
end $$;

grant update (usage_date, record_no) on usage_nights to airlog_definer;

-- ---- Owners of the functions

grant create on schema public to airlog_definer;
revoke all on function claim_nights(int, text, bigint[]), change_usage_dates(int, text, jsonb), reset_record_no(int, bigint) from public;
alter function claim_nights(int, text, bigint[]) owner to airlog_definer;
alter function change_usage_dates(int, text, jsonb) owner to airlog_definer;
alter function reset_record_no(int, bigint) owner to airlog_definer;
revoke create on schema public from airlog_definer;
grant execute on function change_usage_dates(int, text, jsonb), reset_record_no(int, bigint) to airlog_org, airlog_support;
