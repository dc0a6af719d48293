-- The days of a machine that are an organization's. Until the first hand-off they are of every organization that sees the machine otherwise than by
-- receiving it, as those of any machine; from each hand-off on, until the next one, of the organization that received it alone.
create or replace function machine_days(machine int, organization int) returns datemultirange language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  first_day date;
  days datemultirange;
begin
  select min(h.starts_on) into first_day from hand_offs h where h.machine_id = machine and h.side = 'asker' and h.state = 'accepted';
  if first_day is null then return '{(,)}'; end if;
  select coalesce(range_agg(daterange(p.since, case when p.until < p.since then p.since else p.until end)), '{}') into days
    from (select h.org_id, h.starts_on as since, lead(h.starts_on) over (order by h.ended_at, h.id) as until
            from hand_offs h where h.machine_id = machine and h.side = 'asker' and h.state = 'accepted') p
   where p.org_id = organization;
  if exists (select from machines m where m.id = machine and m.org_id = organization)
    or exists (select from device_history h join patients p on p.id = h.patient_id
                where h.machine_id = machine and h.start_date < first_day and p.visible_org_ids @> array[organization]) then
    days := days + datemultirange(daterange(null, first_day));
  end if;
  return days;
end $$;

revoke all on function machine_days(int, int) from public;
alter function machine_days(int, int) owner to airlog_definer;
grant execute on function machine_days(int, int) to airlog_jobs;
