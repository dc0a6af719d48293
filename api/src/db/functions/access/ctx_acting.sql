-- The organization in which support staff acts. Their own stays ctx_org(): it is whose audit lines, permissions and preferences they are.
create or replace function ctx_acting() returns int language sql stable parallel safe
  as $$ select nullif(current_setting('app.acting_org_id', true), '')::int $$;
