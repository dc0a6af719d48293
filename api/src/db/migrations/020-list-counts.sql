-- How many rows a long list has before search and filters, without counting them: for each organization that sees them, and
-- for each set of locations at which they are visible. Organization 0 is all organizations (support staff).
-- Below: the indexes of the filters of a long list.

-- A change is added as a row, so that no writer waits for another one; the count is the sum. Now and then a writer folds them.
create table list_counts (
  id bigint generated always as identity primary key,
  list text not null check (list in ('patients', 'machines', 'device_history')),
  org_id int not null,
  visible_location_ids int[] not null,
  rows bigint not null
);
create index list_counts_org on list_counts (org_id, list) include (visible_location_ids, rows);

alter table list_counts enable row level security, force row level security;
create policy own on list_counts for select to airlog_org using (org_id = ctx_org());
create policy location on list_counts as restrictive to airlog_limited using (visible_location_ids && ctx_locations());
create policy support on list_counts for select to airlog_support using (true);
create policy definer on list_counts to airlog_definer using (true) with check (true);
grant select on list_counts to airlog_org, airlog_support;
grant select, insert, delete on list_counts to airlog_definer;

-- ---- The rule

create function locations_of(location int) returns int[] language sql immutable parallel safe as $$ select array_remove(array[location], null) $$;

-- The true counts: what the triggers below keep.
create function counted_lists() returns table (list text, org_id int, visible_location_ids int[], rows bigint) language sql stable as $$
  select c.list, o.org_id, c.locations, sum(c.rows)::bigint from (
    select 'patients' as list, p.visible_org_ids as orgs, locations_of(p.location_id) as locations, count(*) as rows from patients p group by 2, 3
    union all select 'machines', m.visible_org_ids, m.visible_location_ids, count(*) from machines m group by 2, 3
    union all select 'device_history', p.visible_org_ids, locations_of(p.location_id), count(*)
      from device_history h join patients p on p.id = h.patient_id group by 2, 3
  ) c cross join lateral unnest(c.orgs || 0) o (org_id) group by 1, 2, 3
$$;

-- ---- Kept by triggers

-- Replaces the changes of a list by their sums, unless another transaction is doing it.
create function fold_list_counts(folded text) returns void language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(4716005, hashtext(folded)) then return; end if;
  with gone as (delete from list_counts c where c.list = folded returning c.org_id, c.visible_location_ids, c.rows)
  insert into list_counts (list, org_id, visible_location_ids, rows)
    select folded, g.org_id, g.visible_location_ids, sum(g.rows) from gone g group by 2, 3 having sum(g.rows) <> 0;
end $$;

create function add_list_counts(counted text, orgs int[], locations int[], change bigint) returns void language plpgsql as $$
declare due boolean;
begin
  with added as (
    insert into list_counts (list, org_id, visible_location_ids, rows) select counted, o, locations, change from unnest(orgs || 0) o returning id
  ) select bool_or(a.id % 256 = 0) into due from added a;
  if due then
    perform fold_list_counts(counted);
  end if;
end $$;

-- Rows were added or deleted.
create function list_rows_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare sign int := case tg_op when 'INSERT' then 1 else -1 end;
begin
  if tg_table_name = 'patients' then
    perform add_list_counts('patients', k.orgs, k.locations, k.n * sign)
       from (select c.visible_org_ids as orgs, locations_of(c.location_id) as locations, count(*) as n from changed c group by 1, 2) k;
  elsif tg_table_name = 'machines' then
    perform add_list_counts('machines', k.orgs, k.locations, k.n * sign)
       from (select c.visible_org_ids as orgs, c.visible_location_ids as locations, count(*) as n from changed c group by 1, 2) k;
  else
    -- The trigger of the row has locked the patient: a concurrent change of who sees the patient waits and finds this row.
    perform add_list_counts('device_history', k.orgs, k.locations, k.n * sign)
       from (select p.visible_org_ids as orgs, locations_of(p.location_id) as locations, count(*) as n
               from changed c join patients p on p.id = c.patient_id group by 1, 2) k;
  end if;
  return null;
end $$;
create trigger list_rows_added after insert on patients referencing new table as changed for each statement execute function list_rows_changed();
create trigger list_rows_deleted after delete on patients referencing old table as changed for each statement execute function list_rows_changed();
create trigger list_rows_added after insert on machines referencing new table as changed for each statement execute function list_rows_changed();
create trigger list_rows_deleted after delete on machines referencing old table as changed for each statement execute function list_rows_changed();
create trigger list_rows_added after insert on device_history referencing new table as changed for each statement execute function list_rows_changed();
create trigger list_rows_deleted after delete on device_history referencing old table as changed for each statement execute function list_rows_changed();

-- Others see a row than before.
create function list_rows_shared() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare assignments bigint;
begin
  if tg_table_name = 'machines' then
    perform add_list_counts('machines', old.visible_org_ids, old.visible_location_ids, -1),
            add_list_counts('machines', new.visible_org_ids, new.visible_location_ids, 1);
    return null;
  end if;
  if tg_table_name = 'device_history' then
    perform add_list_counts('device_history', p.visible_org_ids, locations_of(p.location_id), case p.id when new.patient_id then 1 else -1 end)
       from patients p where p.id in (old.patient_id, new.patient_id);
    return null;
  end if;
  select count(*) into assignments from device_history h where h.patient_id = new.id;
  perform add_list_counts('patients', old.visible_org_ids, locations_of(old.location_id), -1),
          add_list_counts('patients', new.visible_org_ids, locations_of(new.location_id), 1);
  perform add_list_counts('device_history', old.visible_org_ids, locations_of(old.location_id), -assignments),
          add_list_counts('device_history', new.visible_org_ids, locations_of(new.location_id), assignments) where assignments > 0;
  return null;
end $$;
create trigger list_rows_shared after update on patients for each row
  when ((old.visible_org_ids, old.location_id) is distinct from (new.visible_org_ids, new.location_id)) execute function list_rows_shared();
create trigger list_rows_shared after update on machines for each row
  when ((old.visible_org_ids, old.visible_location_ids) is distinct from (new.visible_org_ids, new.visible_location_ids)) execute function list_rows_shared();
create trigger list_rows_shared after update on device_history for each row
  when (old.patient_id <> new.patient_id) execute function list_rows_shared();

-- Counts all lists again: after rows that were written without triggers. Writers of the lists wait.
create function rebuild_list_counts() returns void language plpgsql as $$
begin
  lock table patients, machines, device_history, list_counts in share row exclusive mode;
  delete from list_counts;
  insert into list_counts (list, org_id, visible_location_ids, rows) select * from counted_lists();
end $$;

-- ---- Indexes of the filters

create index patients_phone_search on patients using gin (phone gin_trgm_ops);
create index patients_provider on patients (dme_id, id);
-- A deep page skips rows in an index that has what row-level security reads, and reads the patients of the page alone.
drop index patients_name, patients_email, patients_birth_date, patients_therapy_start, patients_last_report, patients_current_serial;
create index patients_page on patients (id) include (visible_org_ids, location_id);
create index patients_name on patients (name_key, id) include (visible_org_ids, location_id);
create index patients_email on patients (email desc nulls last, id desc) include (visible_org_ids, location_id);
create index patients_birth_date on patients (birth_date desc nulls last, id desc) include (visible_org_ids, location_id);
create index patients_therapy_start on patients (therapy_start desc nulls last, id desc) include (visible_org_ids, location_id);
create index patients_last_report on patients (last_report desc nulls last, id desc) include (visible_org_ids, location_id);
create index patients_current_serial on patients (current_serial desc nulls last, id desc) include (visible_org_ids, location_id);
create index machines_page on machines (id) include (visible_org_ids, visible_location_ids);
create index machines_serial on machines (serial, id) include (visible_org_ids, visible_location_ids);
create index patients_place on patients (location_id, id) include (visible_org_ids);
create index patients_inactive on patients (id) include (visible_org_ids, location_id) where not is_rules_active;
create index patients_assigned on patients (assigned_id, id);
create index patients_phone on patients (phone, id);
create index machines_model on machines (model_id, id);
create index machines_place on machines using gin (visible_location_ids);

-- ---- Owners of the functions

grant create on schema public to airlog_definer;
revoke all on function counted_lists(), fold_list_counts(text), add_list_counts(text, int[], int[], bigint), list_rows_changed(), list_rows_shared(),
  rebuild_list_counts() from public;
alter function fold_list_counts(text) owner to airlog_definer;
alter function add_list_counts(text, int[], int[], bigint) owner to airlog_definer;
alter function list_rows_changed() owner to airlog_definer;
alter function list_rows_shared() owner to airlog_definer;
revoke create on schema public from airlog_definer;

insert into list_counts (list, org_id, visible_location_ids, rows) select * from counted_lists();
