create or replace function keep_therapy_start() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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

revoke all on function keep_therapy_start() from public;
alter function keep_therapy_start() owner to airlog_definer;
