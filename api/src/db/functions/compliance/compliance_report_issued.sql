-- What identifies the report is not what its writer says: its digest, its time, and for staff the user.
-- A report that staff issues is signed: the key is not in the database, so figures that the portal did not compute do not verify.
create or replace function compliance_report_issued() returns trigger language plpgsql as $$
begin
  new.digest := sha256(convert_to(new.figures, 'UTF8'));
  new.issued_at := now();
  if not is_staff() then return new; end if;
  if new.signature is null then perform refuse('A report is signed when it is issued.'); end if;
  new.user_org_id := ctx_org();
  new.user_id := ctx_user();
  select u.first_name || ' ' || u.last_name, o.name into new.issued_by, new.issued_for
    from users u join organizations o on o.id = u.org_id where u.id = ctx_user();
  return new;
end $$;
