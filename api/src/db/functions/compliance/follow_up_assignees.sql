-- The active users of an organization who may read a patient: of the whole organization, or of the patient's location. The caller sees the patient.
create or replace function follow_up_assignees(patient int) returns table (id int, name text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.last_name || ', ' || u.first_name
    from patients p join users u on u.org_id = coalesce(ctx_acting(), ctx_org()) and u.active and p.visible_org_ids @> array[u.org_id]
   where p.id = patient and ctx_sees(p.visible_org_ids, array[p.location_id])
     and exists (select from user_roles r join role_permissions m on m.role_id = r.role_id
                  where r.user_id = u.id and m.permission in ('view.patient', 'viewAny.patient'))
     and case u.user_type
           when 'Location' then exists (select from user_locations l where l.user_id = u.id and l.location_id = p.location_id)
           when 'Group' then exists (select from user_groups g join org_group_locations l on l.group_id = g.group_id
                                      where g.user_id = u.id and l.location_id = p.location_id)
           else true end
$$;

revoke all on function follow_up_assignees(int) from public;
alter function follow_up_assignees(int) owner to airlog_definer;
grant execute on function follow_up_assignees(int) to airlog_org, airlog_support;
