-- Secrets that rotate, and recovery codes behind a password hash (decisions/143).

-- The command that encrypts again (scripts/keys.ts) runs as the owner of the tables, who needs the rights of each role that reads an encrypted column.
do $$
begin
  if not pg_has_role(current_user, 'airlog_auth', 'usage') then execute format('grant airlog_auth to %I', current_user); end if;
end $$;

-- ---- The secrets that the nodes have used first: of a node that does not have all of them the start is refused. A part of a hash, never a secret.

create table known_secrets (
  kind text not null check (kind in ('encryption', 'session')),
  id text not null check (id ~ '^[0-9a-f]{8}$'),
  known_since timestamptz not null default now(),
  primary key (kind, id)
);
alter table known_secrets enable row level security, force row level security;
create policy definer on known_secrets to airlog_definer using (true) with check (true);
grant select, insert, delete on known_secrets to airlog_definer;

-- ---- The keys of the audit seals: each is derived from one key of ENCRYPTION_KEY, and outlives it encrypted

create table seal_keys (
  encryption_id text primary key check (encryption_id ~ '^[0-9a-f]{8}$'), -- of the key from which it is derived
  first_seal bigint not null unique,                                      -- number of the first seal that it made
  key_cipher text not null
);
alter table seal_keys enable row level security, force row level security;
create policy jobs on seal_keys to airlog_jobs using (true) with check (true);
grant select, insert, update (key_cipher) on seal_keys to airlog_jobs;

-- ---- Recovery codes: argon2id, with one salt for the codes of a user. The codes of before were hashed without one and end here.

delete from recovery_codes;
alter table recovery_codes add column salt bytea not null check (length(salt) = 16);
