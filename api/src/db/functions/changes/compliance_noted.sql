-- A result changed. Its event is the state in which it now is; "lost" is also said of a rule that was met and is not any more. The first
-- state of a result from before states were kept is no event.
create or replace function compliance_noted() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  event text;
  before text;
begin
  if tg_op = 'UPDATE' then before := coalesce(old.state, new.state); end if;
  if before is distinct from new.state then
    event := case when new.state = 'met' then 'compliance.met' when new.state = 'at_risk' then 'compliance.at_risk'
                  when new.state = 'cannot_be_met' or new.state = 'not_met' and before is distinct from 'cannot_be_met' then 'compliance.lost'
                  when before = 'met' then 'compliance.lost' end;
  end if;
  insert into changes (org_id, type, row_id, event)
  select o, 'Compliance', new.patient_id, event
    from (select p.visible_org_ids from patients p where p.id = new.patient_id for no key update) p cross join unnest(p.visible_org_ids) o;
  return null;
end $$;

revoke all on function compliance_noted() from public;
alter function compliance_noted() owner to airlog_definer;
