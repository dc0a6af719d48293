create or replace function keep_assignment() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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

revoke all on function keep_assignment() from public;
alter function keep_assignment() owner to airlog_definer;
