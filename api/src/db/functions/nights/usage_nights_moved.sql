-- Two rows of a source may share a date, and a correction makes no third. Nights that a device or a card sends are never refused. The same when the minutes
-- of a night change: another one of its date may be the longer one then.
create or replace function usage_nights_moved() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  machines int[];
  dates date[];
  patients int[];
begin
  if not exists (select from was) then return null; end if;
  select array_agg(c.machine_id), array_agg(c.usage_date), array_agg(c.patient_id) filter (where c.patient_id is not null)
    into machines, dates, patients
    from was o full join became n using (id)
    cross join lateral (values (o.machine_id, o.usage_date, o.patient_id), (n.machine_id, n.usage_date, n.patient_id)) c (machine_id, usage_date, patient_id)
   where (o.usage_date, o.state, o.patient_id, o.minutes) is distinct from (n.usage_date, n.state, n.patient_id, n.minutes);
  if machines is null then return null; end if; -- measurements only, and the second round of settle_nights
  if exists (
    select from (select distinct n.machine_id, n.source, n.usage_date from was o full join became n using (id) where o.usage_date is distinct from n.usage_date) k
     where (select count(*) from usage_nights u where u.machine_id = k.machine_id and u.usage_date = k.usage_date and u.source = k.source) > 2
  ) then
    raise exception 'A third night of one source has the same date' using errcode = 'check_violation', constraint = 'usage_nights_two_a_date', table = 'usage_nights';
  end if;
  perform settle_nights(machines, dates, patients);
  return null;
end $$;

revoke all on function usage_nights_moved() from public;
alter function usage_nights_moved() owner to airlog_definer;
