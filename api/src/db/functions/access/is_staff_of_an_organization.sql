create or replace function is_staff_of_an_organization() returns boolean language sql stable
  as $$ select current_user in ('airlog_org', 'airlog_limited') $$;
