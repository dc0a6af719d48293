-- Set for the transaction of a token (db/principal.ts), so that no statement of staff can claim another kind.
create or replace function ctx_actor() returns text language sql stable parallel safe
  as $$ select coalesce(nullif(current_setting('app.actor', true), ''), 'session') $$;
