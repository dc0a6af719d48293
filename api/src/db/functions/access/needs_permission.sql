-- The arguments: any of these permissions. Of the statement, so that it does not depend on the rows, and costs one look.
create or replace function needs_permission() returns trigger language plpgsql as $$
begin
  -- In a statement of its own: other roles may not call ctx_may().
  if not is_staff() then return null; end if;
  if not exists (select from unnest(tg_argv) wanted where ctx_may(wanted)) then
    perform refuse('Not permitted: ' || array_to_string(tg_argv, ', '));
  end if;
  return null;
end $$;
