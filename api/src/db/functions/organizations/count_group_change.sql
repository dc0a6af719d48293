create or replace function count_group_change() returns trigger language plpgsql as $$
begin
  update org_groups set version = version + 1 where id = coalesce(new.group_id, old.group_id);
  return null;
end $$;
