-- How a user likes each table, in any browser. Null: the table's own default.

create table table_preferences (
  org_id int not null, user_id int not null,
  table_name text not null check (table_name ~ '^[a-z][a-z0-9-]{0,63}$'),
  hidden_columns text[] check (cardinality(hidden_columns) <= 100),
  column_order text[] check (cardinality(column_order) <= 100),
  page_size int check (page_size between 1 and 500),
  density text check (density in ('comfortable', 'compact')),
  updated_at timestamptz not null default now(),
  primary key (user_id, table_name),
  foreign key (org_id, user_id) references users (org_id, id) on delete cascade
);

alter table table_preferences enable row level security, force row level security;
-- Own rows of one's own user, for support staff too: no other user's preferences are needed.
create policy own_user on table_preferences to airlog_org using (org_id = ctx_org() and user_id = ctx_user());
create policy own_user_support on table_preferences to airlog_support using (org_id = ctx_org() and user_id = ctx_user());
grant select, insert, update (hidden_columns, column_order, page_size, density, updated_at) on table_preferences to airlog_org, airlog_support;
