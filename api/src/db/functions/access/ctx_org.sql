-- After a SET LOCAL a setting reads '' and not NULL, hence nullif.
create or replace function ctx_org() returns int language sql stable parallel safe
  as $$ select nullif(current_setting('app.org_id', true), '')::int $$;
