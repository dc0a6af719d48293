-- The nights that a patient has by one assignment, listed or removed from view, and by no other one: a night of several assignments of the patient is of the
-- listed one, or else of the one that was removed last. None of an assignment that is void.
create or replace function nights_of_assignment(history int) returns setof usage_nights language sql stable as $$
  select n.*
    from (select h.machine_id, h.patient_id, h.start_date, h.end_date, null::timestamptz as removed_at from device_history h where h.id = history
          union all
          select v.machine_id, v.patient_id, v.start_date, v.end_date, lower(v.known) from assignment_versions v
           where v.history_id = history and v.act = 'deleted' and upper_inf(v.known)) a
    join usage_nights n on n.machine_id = a.machine_id and n.patient_id = a.patient_id
      and n.usage_date >= a.start_date and n.usage_date < coalesce(a.end_date, 'infinity')
   where a.removed_at is null
      or not exists (select from device_history h where h.machine_id = n.machine_id and h.patient_id = n.patient_id
                       and h.start_date <= n.usage_date and n.usage_date < coalesce(h.end_date, 'infinity'))
     and not exists (select from assignment_versions l
                      where l.patient_id = n.patient_id and l.machine_id = n.machine_id and l.act = 'deleted' and upper_inf(l.known)
                        and (lower(l.known), l.history_id) > (a.removed_at, history)
                        and l.start_date <= n.usage_date and n.usage_date < coalesce(l.end_date, 'infinity'))
$$;

revoke all on function nights_of_assignment(int) from public;
grant execute on function nights_of_assignment(int) to airlog_definer, airlog_org, airlog_support;
