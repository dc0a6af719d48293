-- Credentials, sessions, counters of failed attempts, and the owners of Pusher sockets. Only airlog_auth reads these.

create table user_credentials (
  org_id int not null, user_id int primary key, password_hash text not null, second_factor text check (second_factor in ('app', 'sms')),
  changed_at timestamptz not null default now(),
  foreign key (org_id, user_id) references users (org_id, id) on delete cascade
);
alter table user_credentials enable row level security, force row level security;
create policy auth on user_credentials to airlog_auth using (true) with check (true);
grant select, insert, update on user_credentials to airlog_auth;

create table sessions (
  id_hash bytea primary key,              -- SHA-256 of the cookie's value: the database never holds an id that works
  org_id int not null, user_id int not null,
  stage text not null check (stage in ('verify', 'full')), -- verify: the password was right, the second factor is still due
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  ip text, user_agent text,
  foreign key (org_id, user_id) references users (org_id, id) on delete cascade
);
create index sessions_user on sessions (user_id);
alter table sessions enable row level security, force row level security;
create policy auth on sessions to airlog_auth using (true) with check (true);
grant select, insert, update, delete on sessions to airlog_auth;

create table attempt_counters (
  key text primary key, attempts int not null, window_started_at timestamptz not null
);
alter table attempt_counters enable row level security, force row level security;
create policy auth on attempt_counters to airlog_auth using (true) with check (true);
grant select, insert, update, delete on attempt_counters to airlog_auth;

-- The owner of a Pusher socket (decisions/010): the first session that authorizes a channel for it, until the socket closes.
-- No foreign key to the session: the row must outlive it, or a signature of an ended session would serve the next one.
create table socket_owners (
  socket_id text primary key check (socket_id ~ '^[0-9]+[.][0-9]+$' and length(socket_id) <= 40),
  org_id int not null, user_id int not null,
  session_hash bytea not null,
  created_at timestamptz not null default now(),
  foreign key (org_id, user_id) references users (org_id, id) on delete cascade
);
create index socket_owners_created on socket_owners (created_at);
create index socket_owners_session on socket_owners (session_hash, created_at desc);
create index socket_owners_user on socket_owners (org_id, user_id);
alter table socket_owners enable row level security, force row level security;
create policy auth on socket_owners to airlog_auth using (true) with check (true);
grant select, insert, update, delete on socket_owners to airlog_auth;
