create or replace function assignment_deleted_by_partner() returns trigger language plpgsql as $$
begin
  if is_staff_of_an_organization() and old.org_id is distinct from ctx_org()
    and exists (select from settings_records s where s.history_id = old.id) then
    perform refuse('A partner may not delete an assignment with settings.');
  end if;
  return old;
end $$;
