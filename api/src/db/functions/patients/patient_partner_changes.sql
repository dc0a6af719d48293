-- A partner's staff changes what therapy needs, and not the record of the owner. So does support staff in the name of the organization in which it acts:
-- while it acts in none, every patient is a partner's.
create or replace function patient_partner_changes() returns trigger language plpgsql as $$
begin
  if is_staff() and old.org_id is distinct from coalesce(ctx_acting(), ctx_org()) then
    perform refuse('A partner may change the therapy start and the note of a patient only.');
  end if;
  return new;
end $$;
