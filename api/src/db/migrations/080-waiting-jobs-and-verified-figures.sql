-- A job that is added while one waits under its key starts after the transaction that adds it, and the stored figures are verified every night (decisions/113).

-- ---- Jobs

-- As 068, and a job that waits under the same key is locked until the caller's transaction ends: the queue passes over it. Without the lock it could start before
-- the commit and read the old rows, and no job would read the new ones. The conflict is that of the library's index job_common_i1. A job that is being taken at this
-- moment is no longer waiting when the lock is granted: another one is added. The earlier start of the two applies, and the job is kept for as long as a new one.
create or replace function add_job(queue_name text, job_data jsonb, job_key text, earliest timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into pgboss.job_common as waiting (name, data, start_after, singleton_key, expire_seconds, deletion_seconds, keep_until,
      retry_limit, retry_delay, retry_backoff, retry_delay_max, policy, dead_letter, heartbeat_seconds)
    select q.name, job_data, coalesce(earliest, now()), job_key, q.expire_seconds, q.deletion_seconds,
           coalesce(earliest, now()) + q.retention_seconds * interval '1 second',
           q.retry_limit, q.retry_delay, q.retry_backoff, q.retry_delay_max, q.policy, q.dead_letter, q.heartbeat_seconds
      from pgboss.queue q where q.name = queue_name
    on conflict (name, coalesce(singleton_key, '')) where state = 'created' and policy = 'short'
    do update set start_after = least(waiting.start_after, excluded.start_after), keep_until = greatest(waiting.keep_until, excluded.keep_until);
  if not found then raise exception 'There is no queue %', queue_name using errcode = 'undefined_object'; end if;
end $$;

-- ---- Verified figures

-- What a verification of stored figures found and derived again. A row for each run, two a night.
create table verifications (
  id int generated always as identity primary key,
  kind text not null check (kind in ('compliance', 'derived')),
  verified_at timestamptz not null default now(),
  repaired int not null,
  repaired_of_orgs jsonb not null -- the number for each organization that sees some of them
);
create index verifications_kind on verifications (kind, id desc);
alter table verifications enable row level security, force row level security;
create policy jobs on verifications for insert to airlog_jobs with check (true);
create policy definer on verifications for select to airlog_definer using (true);
grant insert (kind, verified_at, repaired, repaired_of_orgs) on verifications to airlog_jobs;
grant select on verifications to airlog_definer;

-- When all figures were verified for the last time, null before the first time, and how many of those that the caller may see were wrong then.
create function figures_verified() returns table (verified_at timestamptz, repaired int) language sql stable security definer set search_path = public, pg_temp as $$
  select case when count(*) = 2 then min(v.verified_at) end,
         coalesce(sum(case when current_setting('role') = 'airlog_support' then v.repaired
           else coalesce((v.repaired_of_orgs ->> coalesce(ctx_acting(), ctx_org())::text)::int, 0) end), 0)::int
    from (select distinct on (kind) * from verifications order by kind, id desc) v
$$;

-- Every user of support learns of figures that were wrong.
alter table inbox_items add column repaired int,
  drop constraint inbox_items_kind_check,
  add constraint inbox_items_kind_check check (kind in ('message', 'settings-delivered', 'settings-failed', 'hand-off-asked', 'hand-off-answered', 'hand-off-message',
    'figures-repaired')),
  add constraint inbox_items_repaired_check check ((kind = 'figures-repaired') = (repaired is not null));

create function verifications_inbox() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into inbox_items (org_id, user_id, kind, repaired)
    select a.org_id, a.id, 'figures-repaired', new.repaired
      from user_accounts a join organizations o on o.id = a.org_id join organization_types t on t.id = o.type_id where t.kind = 'support' and a.active;
  return null;
end $$;
create trigger verifications_inbox after insert on verifications for each row when (new.repaired > 0) execute function verifications_inbox();

-- ---- What triggers keep (019, 020, 025): the rows that differ from what they are derived from, in one statement and so in one snapshot, and their repair

create function wrong_device_states(lowest int, highest int) returns table (history_id int, kept jsonb, derived jsonb)
  language sql stable security definer set search_path = public, pg_temp as $$
  select history_id, to_jsonb(kept), to_jsonb(derived)
    from (select * from device_states s where s.history_id between lowest and highest) kept
    full join device_states_of(lowest, highest) derived using (history_id) where kept.* is distinct from derived.*
$$;

create function wrong_device_index(lowest int, highest int) returns table (history_id int, kept jsonb, derived jsonb)
  language sql stable security definer set search_path = public, pg_temp as $$
  select history_id, to_jsonb(kept), to_jsonb(derived)
    from (select * from device_index i where i.history_id between lowest and highest) kept
    full join device_index_of(lowest, highest) derived using (history_id) where kept.* is distinct from derived.*
$$;

create function wrong_list_counts() returns table (list text, org_id int, visible_location_ids int[], kept bigint, counted bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
  select list, org_id, visible_location_ids, kept.rows, counted.rows
    from (select c.list, c.org_id, c.visible_location_ids, sum(c.rows)::bigint as rows from list_counts c group by 1, 2, 3 having sum(c.rows) <> 0) kept
    full join counted_lists() counted using (list, org_id, visible_location_ids) where kept.rows is distinct from counted.rows
$$;

-- The lock first: of a repair and a concurrent change of what a state is derived from, the later one sees both.
create function repair_device_states(histories int[]) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from device_states s where s.history_id = any (histories) order by s.history_id for update;
  delete from device_states s where s.history_id = any (histories) and not exists (select from device_history h where h.id = s.history_id);
  update device_states s set org_id = now.org_id, patient_id = now.patient_id, machine_id = now.machine_id, visible_org_ids = now.visible_org_ids,
      location_id = now.location_id, active_since = now.active_since, settings_state = now.settings_state, submitted_at = now.submitted_at,
      heard_at = now.heard_at, last_session_at = now.last_session_at
    from unnest(histories) h (id) cross join lateral device_states_of(h.id, h.id) now where s.history_id = h.id and s.* is distinct from now.*;
  insert into device_states select now.* from unnest(histories) h (id) cross join lateral device_states_of(h.id, h.id) now on conflict do nothing;
end $$;

create function repair_device_index(histories int[]) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from device_index i where i.history_id = any (histories) order by i.history_id for update;
  delete from device_index i where i.history_id = any (histories) and not exists (select from device_history h where h.id = i.history_id);
  perform refresh_device_index(histories);
  insert into device_index select now.* from unnest(histories) h (id) cross join lateral device_index_of(h.id, h.id) now on conflict do nothing;
end $$;

-- Adds the missing changes of the counts, and returns the counts that were wrong. A concurrent change adds its own, so no writer waits.
create function repair_list_counts() returns table (list text, org_id int, visible_location_ids int[], kept bigint, counted bigint)
  language sql security definer set search_path = public, pg_temp as $$
  with wrong as materialized (select * from wrong_list_counts()), added as (
    insert into list_counts (list, org_id, visible_location_ids, rows)
      select w.list, w.org_id, w.visible_location_ids, coalesce(w.counted, 0) - coalesce(w.kept, 0) from wrong w)
  select * from wrong
$$;

-- ---- Owners of the functions

grant delete on device_states, device_index to airlog_definer;
grant execute on function counted_lists() to airlog_definer;
grant create on schema public to airlog_definer;
revoke all on function figures_verified(), verifications_inbox(), wrong_device_states(int, int), wrong_device_index(int, int), wrong_list_counts(),
  repair_device_states(int[]), repair_device_index(int[]), repair_list_counts() from public;
alter function figures_verified() owner to airlog_definer;
alter function verifications_inbox() owner to airlog_definer;
alter function wrong_device_states(int, int) owner to airlog_definer;
alter function wrong_device_index(int, int) owner to airlog_definer;
alter function wrong_list_counts() owner to airlog_definer;
alter function repair_device_states(int[]) owner to airlog_definer;
alter function repair_device_index(int[]) owner to airlog_definer;
alter function repair_list_counts() owner to airlog_definer;
revoke create on schema public from airlog_definer;
grant execute on function figures_verified() to airlog_org, airlog_support;
grant execute on function wrong_device_states(int, int), wrong_device_index(int, int), wrong_list_counts(), repair_device_states(int[]), repair_device_index(int[]),
  repair_list_counts() to airlog_jobs;
