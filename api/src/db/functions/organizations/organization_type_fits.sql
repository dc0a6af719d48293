-- Only a clinic has a clinical type, of all who write the row. There is one support organization.
create or replace function organization_type_fits() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  kind organization_types;
begin
  select * into kind from organization_types t where t.id = new.type_id;
  if not kind.is_clinical and new.clinical_type_id is not null then
    raise exception 'Only a clinic has a clinical type.' using errcode = 'check_violation', constraint = 'organizations_type_fits';
  end if;
  if kind.kind = 'support' and current_setting('role') in ('airlog_org', 'airlog_limited', 'airlog_support', 'airlog_acting')
    and (tg_op = 'INSERT' or new.type_id <> old.type_id) then
    raise exception 'There is one support organization.' using errcode = 'check_violation', constraint = 'organizations_type_fits';
  end if;
  return new;
end $$;

revoke all on function organization_type_fits() from public;
alter function organization_type_fits() owner to airlog_definer;
