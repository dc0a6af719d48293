create or replace function mobile_user_written_by_staff() returns trigger language plpgsql as $$
begin
  if not is_staff() then return new; end if;
  if not ctx_may('update.mobile_user') then perform refuse('Not permitted: update.mobile_user'); end if;
  -- A partner that sees the patient reads the account.
  if is_staff_of_an_organization() and new.org_id is distinct from ctx_org() then
    perform refuse('The account of a patient is changed by the organization of the patient.');
  end if;
  return new;
end $$;
