-- Who confirms a move corrects dates (decisions/072).
create or replace function upload_moved_by_staff() returns trigger language plpgsql as $$
begin
  if not is_staff() then return new; end if;
  if not ctx_may('update.machine.date_change_utility') then perform refuse('Not permitted: update.machine.date_change_utility'); end if;
  return new;
end $$;
