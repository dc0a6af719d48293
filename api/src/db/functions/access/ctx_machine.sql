create or replace function ctx_machine() returns int language sql stable parallel safe
  as $$ select nullif(current_setting('app.machine_id', true), '')::int $$;
