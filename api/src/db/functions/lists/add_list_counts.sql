create or replace function add_list_counts(counted text, orgs int[], locations int[], change bigint) returns void language plpgsql as $$
declare due boolean;
begin
  with added as (
    insert into list_counts (list, org_id, visible_location_ids, rows) select counted, o, locations, change from unnest(orgs || 0) o returning id
  ) select bool_or(a.id % 256 = 0) into due from added a;
  if due then
    perform fold_list_counts(counted);
  end if;
end $$;

revoke all on function add_list_counts(text, int[], int[], bigint) from public;
alter function add_list_counts(text, int[], int[], bigint) owner to airlog_definer;
