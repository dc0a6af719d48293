-- The true counts: what the triggers keep.
create or replace function counted_lists() returns table (list text, org_id int, visible_location_ids int[], rows bigint) language sql stable as $$
  select c.list, o.org_id, c.locations, sum(c.rows)::bigint from (
    select 'patients' as list, p.visible_org_ids as orgs, locations_of(p.location_id) as locations, count(*) as rows from patients p group by 2, 3
    union all select 'machines', m.visible_org_ids, m.visible_location_ids, count(*) from machines m group by 2, 3
    union all select 'device_history', p.visible_org_ids, locations_of(p.location_id), count(*)
      from device_history h join patients p on p.id = h.patient_id group by 2, 3
  ) c cross join lateral unnest(c.orgs || 0) o (org_id) group by 1, 2, 3
$$;

revoke all on function counted_lists() from public;
grant execute on function counted_lists() to airlog_definer;
