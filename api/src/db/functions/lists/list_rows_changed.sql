-- Rows were added or deleted.
create or replace function list_rows_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare sign int := case tg_op when 'INSERT' then 1 else -1 end;
begin
  if tg_table_name = 'patients' then
    perform add_list_counts('patients', k.orgs, k.locations, k.n * sign)
       from (select c.visible_org_ids as orgs, locations_of(c.location_id) as locations, count(*) as n from changed c group by 1, 2) k;
  elsif tg_table_name = 'machines' then
    perform add_list_counts('machines', k.orgs, k.locations, k.n * sign)
       from (select c.visible_org_ids as orgs, c.visible_location_ids as locations, count(*) as n from changed c group by 1, 2) k;
  else
    -- The trigger of the row has locked the patient: a concurrent change of who sees the patient waits and finds this row.
    perform add_list_counts('device_history', k.orgs, k.locations, k.n * sign)
       from (select p.visible_org_ids as orgs, locations_of(p.location_id) as locations, count(*) as n
               from changed c join patients p on p.id = c.patient_id group by 1, 2) k;
  end if;
  return null;
end $$;

revoke all on function list_rows_changed() from public;
alter function list_rows_changed() owner to airlog_definer;
