-- Pages of the users it concerns read what is new, as after a change of their inbox. No session is older than twelve hours.
create or replace function announcements_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_notify('airlog', json_build_object('topic', 'inbox.changed', 'data', json_build_object('userId', a.id, 'itemId', 0))::text)
    from user_accounts a
   where a.active and a.last_successful_login > now() - interval '12 hours' and coalesce(new.audience_org_id, a.org_id) = a.org_id
     and case when new.audience_roles = '[]' then true else exists (
       select from user_roles u join roles r on r.id = u.role_id where u.user_id = a.id and jsonb_exists(new.audience_roles, r.name)) end;
  return null;
end $$;

revoke all on function announcements_changed() from public;
alter function announcements_changed() owner to airlog_definer;
