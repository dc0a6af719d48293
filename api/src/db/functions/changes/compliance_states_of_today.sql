-- Keeps the states of results of which a date has come, or of which none was kept, up to a number of them; the trigger of the table computes them
-- (compliance_state_kept), and notes those that changed. Returns how many there were. The zone of a provider may be 14 hours ahead.
create or replace function compliance_states_of_today(portion int) returns int language plpgsql security definer set search_path = public, pg_temp as $$
declare found int;
begin
  update compliance_results r set state = r.state from (
    select c.patient_id, c.rule from compliance_results c join patients p on p.id = c.patient_id join organizations o on o.id = coalesce(p.dme_id, p.org_id)
     where c.state_until <= (now() + interval '14 hours')::date and c.state_until <= (now() at time zone o.timezone)::date or c.state is null
     order by c.patient_id limit portion for update of c skip locked
  ) due where r.patient_id = due.patient_id and r.rule = due.rule;
  get diagnostics found = row_count;
  return found;
end $$;

revoke all on function compliance_states_of_today(int) from public;
alter function compliance_states_of_today(int) owner to airlog_definer;
grant execute on function compliance_states_of_today(int) to airlog_jobs;
