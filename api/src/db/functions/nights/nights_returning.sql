-- Of nights that get these dates, those that return to a patient, for the dry run: on a date that no assignment covers, within the days of the caller's organization.
-- `holder`: null for a patient that the caller does not see; change_usage_dates() refuses that night.
create or replace function nights_returning(machine int, moves jsonb) returns table (night_id bigint, holder int)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  own_days datemultirange;
begin
  if not ctx_may('update.machine.date_change_utility') then perform refuse('Not permitted: update.machine.date_change_utility'); end if;
  own_days := ctx_machine_days(machine);
  if own_days is null then perform refuse('Nights of another machine.'); end if;
  return query
  select n.id, p.id
    from jsonb_to_recordset(moves) as m (id bigint, date date)
    join usage_nights n on n.id = m.id and n.machine_id = machine and n.usage_date <> m.date
    join usage_night_returns r on r.night_id = n.id and r.usage_date = m.date
    join patients former on former.id = r.patient_id
    left join patients p on p.id = former.id and ctx_sees(p.visible_org_ids, array[p.location_id])
    left join patients present on present.id = n.patient_id
   where m.date <@ own_days
     and case when n.patient_id is null then n.usage_date <@ own_days else ctx_sees(present.visible_org_ids, array[present.location_id]) end
     and not exists (select from device_history h where h.machine_id = machine and h.start_date <= m.date and (h.end_date is null or m.date < h.end_date));
end $$;

revoke all on function nights_returning(int, jsonb) from public;
alter function nights_returning(int, jsonb) owner to airlog_definer;
grant execute on function nights_returning(int, jsonb) to airlog_org, airlog_support;
