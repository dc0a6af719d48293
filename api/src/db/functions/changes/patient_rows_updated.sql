-- Rows of patients changed. One that goes to another patient is deleted for those who do not see that one. A night is corrected when its date changed, or
-- whether it is void.
create or replace function patient_rows_updated() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from was) then return null; end if; -- the usual second round of settle_nights
  if not exists (select from was w full join became b using (id) where w is distinct from b) then return null; end if;
  perform from patients p where p.id in (select w.patient_id from was w union all select b.patient_id from became b) order by p.id for no key update;
  if tg_table_name = 'usage_nights' then
    insert into changes (org_id, type, row_id, event, deleted)
    select o.org_id, tg_argv[0], b.id,
           case when not o.gone and (w.usage_date, w.state) is distinct from (b.usage_date, b.state) then 'night.corrected' end, o.gone
      from was w full join became b using (id)
      cross join lateral visible_before_and_after(w.patient_id, b.patient_id) o where w is distinct from b;
  else
    insert into changes (org_id, type, row_id, deleted)
    select o.org_id, tg_argv[0], b.id, o.gone
      from was w full join became b using (id)
      cross join lateral visible_before_and_after(w.patient_id, b.patient_id) o where w is distinct from b;
  end if;
  return null;
end $$;

revoke all on function patient_rows_updated() from public;
alter function patient_rows_updated() owner to airlog_definer;
