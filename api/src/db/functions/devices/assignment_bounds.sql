-- No row when an assignment with these dates lies within the days of the patient, or adds no other day to what it was. Otherwise the day from which the
-- patient's organization or provider has the machine, or the one on which it handed it over; both null when it never had it. `patient`: 0 for one who does
-- not exist yet, whose days are those of the caller's organization and of the provider that will equip them.
create or replace function assignment_bounds(machine int, patient int, starts date, ends date, history int, provider int default null)
  returns table (received date, handed_over date) language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  days datemultirange;
  added datemultirange := datemultirange(daterange(starts, case when ends < starts then starts else ends end));
begin
  if not exists (select from machines m where m.id = machine and m.handed_over and ctx_sees(m.visible_org_ids, m.visible_location_ids)) then return; end if;
  select patient_machine_days(machine, p.id) into days from patients p where p.id = patient and ctx_sees(p.visible_org_ids, array[p.location_id]);
  days := coalesce(days, machine_days(machine, coalesce(ctx_acting(), ctx_org())) + machine_days(machine, provider));
  added := added - coalesce((select datemultirange(daterange(h.start_date, h.end_date)) from device_history h
    where h.id = history and h.machine_id = machine and h.patient_id = patient), '{}');
  if added <@ days then return; end if;
  return query select case when upper_inf(days) then (select max(lower(r)) from unnest(days) r) end, case when not upper_inf(days) then upper(days) end;
end $$;

revoke all on function assignment_bounds(int, int, date, date, int, int) from public;
alter function assignment_bounds(int, int, date, date, int, int) owner to airlog_definer;
grant execute on function assignment_bounds(int, int, date, date, int, int) to airlog_org, airlog_support;
