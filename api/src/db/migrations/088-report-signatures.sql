-- Keys that sign compliance reports, and the signatures of the reports (decisions/121).

create table report_keys (
  -- Of the key itself: a key that was exchanged has another id.
  id text generated always as (left(encode(sha256(public_key), 'hex'), 16)) stored primary key,
  public_key bytea not null check (length(public_key) = 32), -- Ed25519, as RFC 8032 encodes it
  private_cipher text,                                       -- PKCS #8, encrypted with ENCRYPTION_KEY; removed when the key is retired
  valid_from timestamptz(3) not null,
  valid_until timestamptz(3) check (valid_until > valid_from), -- null: the key in use
  check ((valid_until is null) = (private_cipher is not null))
);
create unique index report_keys_in_use on report_keys ((true)) where valid_until is null;

alter table report_keys enable row level security, force row level security;
create policy jobs on report_keys to airlog_jobs using (true) with check (true);
create policy auth on report_keys for select to airlog_auth using (true);
create policy definer on report_keys for select to airlog_definer using (true);
grant select, insert, update (private_cipher, valid_until) on report_keys to airlog_jobs;
grant select (id, public_key, valid_from, valid_until) on report_keys to airlog_auth; -- the public endpoint
grant select on report_keys to airlog_definer;

-- Adds the first key, or with `rotates` one in place of the key in use, and returns the key in use afterwards: of two nodes at once, the key of one.
-- A report has the time at which its transaction began. Ten minutes on both sides: one that began before may end after.
create function add_report_key(new_key bytea, new_cipher text, rotates boolean) returns table (key_id text, cipher text) language plpgsql as $$
begin
  if rotates then
    update report_keys set valid_until = now() + interval '10 minutes', private_cipher = null where valid_until is null;
  end if;
  insert into report_keys (public_key, private_cipher, valid_from) values (new_key, new_cipher, now() - interval '10 minutes')
    on conflict do nothing;
  return query select k.id, k.private_cipher from report_keys k where k.valid_until is null;
end $$;

alter table compliance_reports
  add column key_id text,                                      -- of report_keys, of which none is deleted; null: issued before reports were signed
  add column signature bytea check (length(signature) = 64),   -- Ed25519, of the canonical JSON of the report
  add column audit_sequence bigint, add column audit_hash bytea check (length(audit_hash) = 32), -- head of the chain of the audit log at the issue
  add check (num_nulls(key_id, signature, audit_sequence, audit_hash) in (0, 4));

-- What the signature of a report that the caller issues in this transaction has to contain, as compliance_report_issued() (052) will store it, and
-- the key in use; no key before the first report.
create policy definer on audit_seals for select to airlog_definer using (true);
grant select on audit_seals to airlog_definer;
create function report_signing() returns table (key_id text, cipher text, issued_at timestamptz, issued_by text, issued_for text, audit_sequence bigint, audit_hash bytea)
  language sql stable security definer set search_path = public, pg_temp as $$
  select k.id, k.private_cipher, now()::timestamptz(3), u.first_name || ' ' || u.last_name, o.name,
         coalesce(s.seq, 0), coalesce(s.hash, decode(repeat('00', 32), 'hex'))
    from users u
    join organizations o on o.id = u.org_id
    left join report_keys k on k.valid_until is null
    left join lateral (select seq, hash from audit_seals order by seq desc limit 1) s on true
   where u.id = ctx_user();
$$;

-- ---- Owners of the functions

grant create on schema public to airlog_definer;
revoke all on function add_report_key(bytea, text, boolean), report_signing() from public;
alter function report_signing() owner to airlog_definer;
revoke create on schema public from airlog_definer;
grant execute on function add_report_key(bytea, text, boolean) to airlog_jobs;
grant execute on function report_signing() to airlog_org, airlog_support;
