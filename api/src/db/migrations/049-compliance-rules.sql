-- A patient's compliance is calculated again when what it is based on changes, by whatever statement (decisions/073).

-- Adds a job for each patient. A database whose queue is not installed yet (a migration, a restored copy) has none.
create function recompute_compliance(patient_ids int[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if to_regclass('pgboss.queue') is null or not exists (select from pgboss.queue where name = 'recompute-compliance') then return; end if;
  -- In the order of the patients, so that concurrent statements wait instead of deadlocking.
  perform enqueue_job('recompute-compliance', jsonb_build_object('patientId', p.id), p.id::text, null)
    from (select distinct unnest as id from unnest(patient_ids) where unnest is not null order by 1) p;
end $$;

-- Nights that arrive, are corrected, overruled, or move to another patient because the dates of an assignment changed.
create function usage_nights_added() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform recompute_compliance(array (select distinct patient_id from added));
  return null;
end $$;
create function usage_nights_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform recompute_compliance(array (
    select patient_id from (select id, patient_id, usage_date, minutes, overruled, state from was
                            except select id, patient_id, usage_date, minutes, overruled, state from is_now) gone
    union select patient_id from (select id, patient_id, usage_date, minutes, overruled, state from is_now
                                  except select id, patient_id, usage_date, minutes, overruled, state from was) come));
  return null;
end $$;
create function usage_nights_removed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform recompute_compliance(array (select distinct patient_id from removed));
  return null;
end $$;
create trigger usage_nights_added after insert on usage_nights referencing new table as added
  for each statement execute function usage_nights_added();
create trigger usage_nights_changed after update on usage_nights referencing old table as was new table as is_now
  for each statement execute function usage_nights_changed();
create trigger usage_nights_removed after delete on usage_nights referencing old table as removed
  for each statement execute function usage_nights_removed();

create function therapy_start_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform recompute_compliance(array[new.id]);
  return null;
end $$;
create trigger therapy_start_changed after update of therapy_start on patients
  for each row when (old.therapy_start is distinct from new.therapy_start) execute function therapy_start_changed();

-- ---- Owners of the functions

-- Only the queue's role reads the queue's tables (016-enqueue-job).
grant create on schema public to airlog_jobs, airlog_definer;
revoke all on function recompute_compliance(int[]), usage_nights_added(), usage_nights_changed(), usage_nights_removed(), therapy_start_changed() from public;
alter function recompute_compliance(int[]) owner to airlog_jobs;
grant execute on function recompute_compliance(int[]) to airlog_definer;
alter function usage_nights_added() owner to airlog_definer;
alter function usage_nights_changed() owner to airlog_definer;
alter function usage_nights_removed() owner to airlog_definer;
alter function therapy_start_changed() owner to airlog_definer;
revoke create on schema public from airlog_jobs, airlog_definer;
