create or replace function compliance_reports_are_kept() returns trigger language plpgsql as $$
begin
  raise exception 'A compliance report that was issued is never changed or deleted.' using errcode = 'integrity_constraint_violation';
end $$;
