create or replace function ctx_user() returns int language sql stable parallel safe
  as $$ select nullif(current_setting('app.user_id', true), '')::int $$;
