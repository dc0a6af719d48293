-- Roles of the database, extensions, and the rules that every table follows.

-- ---- Roles
--
-- The runtime logs in as a role of its own that may do nothing; it picks one of these per transaction (db/principal.ts).
-- None of them logs in, owns a table or bypasses row-level security.
--
--   airlog_org      staff of an organization
--   airlog_limited  the same, narrowed to the viewer's locations by restrictive policies
--   airlog_support  support staff: every organization
--   airlog_acting   the same within one organization, narrowed by restrictive policies
--   airlog_auth     sign-in, sessions, counters, denials; of tenant tables only users and organizations
--   airlog_device   one device at the gateway: its machine, that machine's assignments, and what belongs to them
--   airlog_jobs     the work of the queue: owns the queue's schema, reads what its jobs need, in every organization
--   airlog_definer  owns the few SECURITY DEFINER functions that must read across organizations
--
-- Roles belong to the cluster, not to the database. Make only what is missing: another database of the cluster may have made them.
do $$
declare wanted text;
begin
  foreach wanted in array array['airlog_org', 'airlog_limited', 'airlog_support', 'airlog_acting', 'airlog_auth', 'airlog_device',
    'airlog_jobs', 'airlog_definer'] loop
    if not exists (select from pg_roles where rolname = wanted) then
      begin
        execute format('create role %I nologin nobypassrls', wanted);
      exception when duplicate_object or unique_violation then null; -- two databases of one cluster migrate at once
      end;
    end if;
  end loop;
  -- Repeat a membership only where it is missing: the statement takes a lock for which two migrating databases would wait.
  if not pg_has_role('airlog_limited', 'airlog_org', 'usage') then grant airlog_org to airlog_limited; end if;
  if not pg_has_role('airlog_acting', 'airlog_support', 'usage') then grant airlog_support to airlog_acting; end if;
  if not pg_has_role(current_user, 'airlog_definer', 'usage') then execute format('grant airlog_definer to %I', current_user); end if;
  if not pg_has_role(current_user, 'airlog_jobs', 'usage') then execute format('grant airlog_jobs to %I', current_user); end if;
  -- The command that encrypts again (scripts/keys.ts) runs as the owner of the tables, who needs the rights of each role that reads an encrypted column.
  if not pg_has_role(current_user, 'airlog_auth', 'usage') then execute format('grant airlog_auth to %I', current_user); end if;
end $$;

-- ---- Schemas and extensions

revoke all on schema public from public;
grant usage on schema public
  to airlog_org, airlog_limited, airlog_support, airlog_acting, airlog_auth, airlog_device, airlog_jobs, airlog_definer;
create schema pgboss authorization airlog_jobs;

create extension if not exists btree_gist;
create extension if not exists pg_trgm;

-- Trigram indexes work under row-level security only if ILIKE's function is leak-proof (measured: 102 ms without, 0.39 ms with).
-- Only a superuser may declare it. Without one, search is slower and returns the same rows.
do $$
begin
  if (select rolsuper from pg_roles where rolname = current_user) then
    alter function pg_catalog.texticlike(text, text) leakproof;
  end if;
exception when others then raise notice 'ILIKE stays not leak-proof: %', sqlerrm;
end $$;

-- ---- Rules of every table that follows
--
-- Row-level security is enabled and forced on each table that holds an organization's data. A policy of airlog_org has one of three shapes:
--   own rows           org_id = ctx_org()
--   shareable roots    visible_org_ids @> array[ctx_org()]; the array is kept in the row by triggers, so a policy is one index condition
--   children           exists (parent), whose own policy applies inside
-- Restrictive policies narrow airlog_limited to its locations. No policy has an OR, which turns an index scan into a table scan.
-- A policy exists only where its command is granted. test/contract/row-security.test.ts compares each with these shapes and proves that each is needed.
--
-- SECURITY DEFINER functions (db/functions) belong to airlog_definer, fix their search path and are closed to PUBLIC.
