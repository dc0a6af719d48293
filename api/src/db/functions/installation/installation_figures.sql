-- What the database knows of the installation as a whole, in one row. A mail that a newer one replaced has not failed. A mail that fails was added within a day
-- before, so that the index of the times finds those of the last one.
create or replace function installation_figures() returns table (
    mails_waiting int, mails_failed int, uploads int, upload_bytes float8, held int, swept_at timestamptz, compliance_at timestamptz, derived_at timestamptz,
    sealed_at timestamptz, backup_at timestamptz, backup_bytes float8, backup_version text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select (select count(*)::int from mails where state = 'queued'),
         (select count(*)::int from mails where created_at > now() - interval '3 days' and state = 'failed' and failure <> 'replaced' and ended_at > now() - interval '24 hours'),
         stored.uploads, stored.bytes, sweep.held, sweep.swept_at,
         (select v.verified_at from verifications v where v.kind = 'compliance' order by v.id desc limit 1),
         (select v.verified_at from verifications v where v.kind = 'derived' order by v.id desc limit 1),
         (select s.sealed_at from audit_seals s order by s.seq desc limit 1),
         backup.taken_at, backup.bytes::float8, backup.version
    from (select count(*)::int as uploads, coalesce(sum(u.byte_count), 0)::float8 as bytes from uploads u where u.files_removed_at is null) stored
    left join file_sweeps sweep on true
    left join (select * from backups b order by b.taken_at desc limit 1) backup on true
$$;

revoke all on function installation_figures() from public;
alter function installation_figures() owner to airlog_definer;
grant execute on function installation_figures() to airlog_support;
