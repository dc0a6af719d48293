-- The device index in a table of its own: what its list searches, filters by and sorts by, one narrow row per assignment with what row-level security
-- reads of the patient. Read through assignments, patients and machines, a search of a million patients reads all of them (decisions/040).
-- Not in device_states: each session of a device rewrites its row there, and would rewrite the index of the searched text with it.

create table device_index (
  history_id int primary key,
  org_id int not null, machine_id int not null,
  visible_org_ids int[] not null, location_id int, -- the patient's, for row-level security
  start_date date not null, end_date date,
  serial text not null, model_id int not null references machine_models,
  last_name text not null,
  search_text text not null,                       -- the serial number and the searched text of the patient
  foreign key (org_id, history_id) references device_history (org_id, id) on update cascade on delete cascade
);
create index device_index_visible on device_index using gin (visible_org_ids);
create index device_index_search on device_index using gin (search_text gin_trgm_ops);
-- What row-level security reads is in each index too: a deep page skips its rows there.
create index device_index_page on device_index (history_id) include (visible_org_ids, location_id);
create index device_index_place on device_index (location_id, history_id) include (visible_org_ids);
create index device_index_start on device_index (start_date, history_id) include (visible_org_ids, location_id);
create index device_index_end on device_index (end_date nulls first, history_id) include (visible_org_ids, location_id);
create index device_index_model on device_index (model_id, history_id) include (visible_org_ids, location_id);
-- The orders of the list, until now.
drop index device_history_start, device_history_end;

alter table device_index enable row level security, force row level security;
create policy visible on device_index for select to airlog_org using (visible_org_ids @> array[ctx_org()]);
create policy location on device_index as restrictive to airlog_limited using (location_id = any (ctx_locations()));
create policy support on device_index for select to airlog_support using (true);
create policy definer on device_index to airlog_definer using (true) with check (true);
grant select on device_index to airlog_org, airlog_support;
grant select, insert, update on device_index to airlog_definer;

-- ---- The rule

-- The rows of the assignments from one id to another: what the triggers below keep.
create function device_index_of(lowest int, highest int) returns setof device_index language sql stable as $$
  select h.id, h.org_id, h.machine_id, p.visible_org_ids, p.location_id, h.start_date, h.end_date, m.serial, m.model_id, p.last_name,
      plain_text(m.serial) || ' ' || p.search_text
    from device_history h join patients p on p.id = h.patient_id join machines m on m.id = h.machine_id
   where h.id between lowest and highest
$$;

-- ---- Kept by triggers

-- Replaces the rows of assignments that have changed.
create function refresh_device_index(histories int[]) returns void language sql as $$
  update device_index i set org_id = now.org_id, machine_id = now.machine_id, visible_org_ids = now.visible_org_ids, location_id = now.location_id, start_date = now.start_date,
      end_date = now.end_date, serial = now.serial, model_id = now.model_id, last_name = now.last_name, search_text = now.search_text
    from unnest(histories) h (id) cross join lateral device_index_of(h.id, h.id) now
   where i.history_id = h.id and i.* is distinct from now.*
$$;

-- After device_history_changed, which has locked the patient and the machine, and has set the patient's current serial.
create function device_history_index() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into device_index select * from device_index_of(new.id, new.id);
  else
    perform refresh_device_index(array[new.id]);
  end if;
  return null;
end $$;
create trigger device_history_index after insert or update of patient_id, machine_id, start_date, end_date on device_history
  for each row execute function device_history_index();

create function patient_device_index() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform refresh_device_index(array(select h.id from device_history h where h.patient_id = new.id order by h.id));
  return null;
end $$;
create trigger patient_device_index after update on patients for each row
  when ((old.visible_org_ids, old.location_id, old.last_name, old.search_text) is distinct from (new.visible_org_ids, new.location_id, new.last_name, new.search_text))
  execute function patient_device_index();

create function machine_device_index() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform refresh_device_index(array(select h.id from device_history h where h.machine_id = new.id order by h.id));
  return null;
end $$;
create trigger machine_device_index after update of serial, model_id on machines for each row
  when ((old.serial, old.model_id) is distinct from (new.serial, new.model_id)) execute function machine_device_index();

-- Derives the rows of all assignments again: after rows that were written without triggers.
create function rebuild_device_index() returns void language plpgsql as $$
begin
  lock table device_index in share row exclusive mode;
  merge into device_index i using device_index_of(-2147483648, 2147483647) now on i.history_id = now.history_id
    when matched and i.* is distinct from now.* then update set org_id = now.org_id, machine_id = now.machine_id, visible_org_ids = now.visible_org_ids, location_id = now.location_id,
      start_date = now.start_date, end_date = now.end_date, serial = now.serial, model_id = now.model_id, last_name = now.last_name, search_text = now.search_text
    when not matched then insert values (now.history_id, now.org_id, now.machine_id, now.visible_org_ids, now.location_id,
      now.start_date, now.end_date, now.serial, now.model_id, now.last_name, now.search_text);
end $$;

-- ---- Owners of the functions

grant create on schema public to airlog_definer;
revoke all on function device_index_of(int, int), refresh_device_index(int[]), device_history_index(), patient_device_index(), machine_device_index(),
  rebuild_device_index() from public;
alter function device_index_of(int, int) owner to airlog_definer;
alter function refresh_device_index(int[]) owner to airlog_definer;
alter function device_history_index() owner to airlog_definer;
alter function patient_device_index() owner to airlog_definer;
alter function machine_device_index() owner to airlog_definer;
revoke create on schema public from airlog_definer;

insert into device_index select * from device_index_of(-2147483648, 2147483647);
