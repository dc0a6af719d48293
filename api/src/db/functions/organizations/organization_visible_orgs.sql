create or replace function organization_visible_orgs() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select array_agg(distinct o order by o) into new.visible_org_ids from (
    select new.id as o union select unnest(p.visible_org_ids) from patients p where p.visible_org_ids @> array[new.id]
  ) seen;
  return new;
end $$;

revoke all on function organization_visible_orgs() from public;
alter function organization_visible_orgs() owner to airlog_definer;
