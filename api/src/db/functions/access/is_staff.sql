create or replace function is_staff() returns boolean language sql stable
  as $$ select current_user in ('airlog_org', 'airlog_limited', 'airlog_support', 'airlog_acting') $$;
