create or replace function report_signing() returns table (key_id text, cipher text, issued_at timestamptz, issued_by text, issued_for text, audit_sequence bigint, audit_hash bytea)
  language sql stable security definer set search_path = public, pg_temp as $$
  select k.id, k.private_cipher, now()::timestamptz(3), u.first_name || ' ' || u.last_name, o.name,
         coalesce(s.seq, 0), coalesce(s.hash, decode(repeat('00', 32), 'hex'))
    from users u
    join organizations o on o.id = u.org_id
    left join report_keys k on k.valid_until is null
    left join lateral (select seq, hash from audit_seals order by seq desc limit 1) s on true
   where u.id = ctx_user();
$$;

revoke all on function report_signing() from public;
alter function report_signing() owner to airlog_definer;
grant execute on function report_signing() to airlog_org, airlog_support;
