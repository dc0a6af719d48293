-- Counts of the long lists.

-- ---- list_counts

-- How many rows a long list has before search and filters, without counting them: for each organization that sees them, and
-- for each set of locations at which they are visible. Organization 0 is all organizations (support staff).
--
-- A change is added as a row, so that no writer waits for another one; the count is the sum. Now and then a writer folds them.
create table list_counts (
  id bigint generated always as identity primary key,
  list text not null check (list in ('patients', 'machines', 'device_history')),
  org_id int not null,
  visible_location_ids int[] not null,
  rows bigint not null
);

create index list_counts_org on list_counts (org_id, list) include (visible_location_ids, rows);

alter table list_counts enable row level security, force row level security;
create policy own on list_counts for select to airlog_org using (org_id = ctx_org());
create policy location on list_counts as restrictive to airlog_limited using (visible_location_ids && ctx_locations());
create policy support on list_counts for select to airlog_support using (true);
create policy definer on list_counts to airlog_definer using (true) with check (true);
create policy acting on list_counts as restrictive to airlog_acting using (org_id = ctx_acting());
grant select on list_counts to airlog_definer, airlog_org, airlog_support;
grant insert on list_counts to airlog_definer;
grant delete on list_counts to airlog_definer;
