-- Adds changes to the line of the running transaction. A field that has its first value again is no change.
create or replace function record_user_change(org int, changed int, what text, fields jsonb) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  line user_changes;
  merged jsonb;
begin
  if fields = '{}' then return; end if;
  select * into line from user_changes c
    where c.user_id = changed and c.created_at = now()::timestamptz(3) and c.transaction = pg_current_xact_id();
  if not found then
    insert into user_changes (org_id, user_id, actor_user_id, event, changes) values (org, changed, ctx_user(), what, fields);
    return;
  end if;
  select coalesce(jsonb_object_agg(f.key, f.value), '{}') into merged from (
    select key, case when line.changes ? key then jsonb_build_object('before', line.changes -> key -> 'before', 'after', value -> 'after') else value end as value
      from jsonb_each(line.changes || fields)
  ) f where f.key = 'password' or f.value -> 'before' is distinct from f.value -> 'after';
  if merged = '{}' then delete from user_changes c where c.id = line.id;
  else update user_changes c set changes = merged where c.id = line.id;
  end if;
end $$;

revoke all on function record_user_change(int, int, text, jsonb) from public;
alter function record_user_change(int, int, text, jsonb) owner to airlog_definer;
