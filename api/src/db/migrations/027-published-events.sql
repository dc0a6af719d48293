-- Events that existing backends publish (realtime/pusher.publish.ts), until every node has delivered them. A notification
-- to the nodes has the id only: it must stay below 8,000 bytes, and an event has up to 10 kB.

create table published_events (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 200),
  channels jsonb not null,
  data text not null check (length(data) <= 20480),
  excluded_socket_id text check (length(excluded_socket_id) <= 40),
  created_at timestamptz not null default now()
);
create index published_events_created on published_events (created_at);
alter table published_events enable row level security, force row level security;
create policy auth on published_events to airlog_auth using (true) with check (true);
grant select, insert, delete on published_events to airlog_auth;
