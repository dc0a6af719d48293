-- Of a user the fields of user_changes whose last change is another user's. What a user is made with was changed by no one.
create or replace function user_changed_by_others(changed int) returns text[] language sql stable as $$
  select coalesce(array_agg(l.field), '{}') from (
    select distinct on (f.field) f.field, c.actor_user_id from user_changes c cross join lateral jsonb_object_keys(c.changes) f(field)
     where c.user_id = changed and c.event = 'updated' and c.created_at > now() - interval '1 hour' order by f.field, c.created_at desc, c.id desc
  ) l where l.actor_user_id <> ctx_user()
$$;
