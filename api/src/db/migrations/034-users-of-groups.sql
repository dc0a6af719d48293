-- Staff of a group reads and changes the users of its groups too, as their accounts (032): until now only those of its locations.

drop policy location_select on users;
create policy location_select on users as restrictive for select to airlog_limited using (
  case
    when id = ctx_user() then true
    when exists (select from user_locations l where l.user_id = users.id and l.location_id = any (ctx_locations())) then true
    when exists (select from user_groups g join org_group_locations gl on gl.group_id = g.group_id
      where g.user_id = users.id and gl.location_id = any (ctx_locations())) then true
    when exists (select from patients p where p.clinician_id = users.id) then true
    else exists (select from patients p where p.physician_id = users.id) end);
drop policy location_update on users;
create policy location_update on users as restrictive for update to airlog_limited using (
  case
    when id = ctx_user() then true
    when exists (select from user_locations l where l.user_id = users.id and l.location_id = any (ctx_locations())) then true
    when exists (select from user_groups g join org_group_locations gl on gl.group_id = g.group_id
      where g.user_id = users.id and gl.location_id = any (ctx_locations())) then true
    when exists (select from patients p where p.clinician_id = users.id) then true
    else exists (select from patients p where p.physician_id = users.id) end);
