-- A node reads for many sockets at once, each with a user whose session it has just found alive. A row is returned only with its recipient.
create or replace function org_messages_for(message_ids int[], user_ids int[]) returns table (id int, org_id int, user_id int, html text, hostname text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select m.id, m.org_id, m.user_id, m.html, m.hostname from org_messages m where m.id = any (message_ids) and m.user_id = any (user_ids) order by m.id
$$;

revoke all on function org_messages_for(int[], int[]) from public;
alter function org_messages_for(int[], int[]) owner to airlog_definer;
grant execute on function org_messages_for(int[], int[]) to airlog_auth;
