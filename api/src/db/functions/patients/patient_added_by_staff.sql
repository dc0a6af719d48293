-- A patient is added by who may, and by support staff to the organization in which it acts; other staff: own_insert.
create or replace function patient_added_by_staff() returns trigger language plpgsql as $$
begin
  if is_staff() and not ctx_may('create.patient') then perform refuse('Not permitted: create.patient'); end if;
  if current_user in ('airlog_support', 'airlog_acting') and new.org_id is distinct from ctx_acting() then
    perform refuse('Support staff adds patients to the organization in which it acts.');
  end if;
  return new;
end $$;
