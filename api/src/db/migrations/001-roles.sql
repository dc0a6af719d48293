-- Cluster-wide roles. They log in nowhere: the runtime's login role is a member of them and picks one per transaction.
--   airlog_org      staff of an organisation
--   airlog_limited  the same, narrowed to the viewer's locations by restrictive policies
--   airlog_support  support staff, every organisation
--   airlog_auth     sign-in, sessions, counters, denials; never a tenant table's content beyond users
--   airlog_definer  owns the few SECURITY DEFINER functions that must see across organisations
do $$
declare wanted text;
begin
  foreach wanted in array array['airlog_org', 'airlog_limited', 'airlog_support', 'airlog_auth', 'airlog_definer'] loop
    if not exists (select from pg_roles where rolname = wanted) then
      begin
        execute format('create role %I nologin nobypassrls', wanted);
      exception when duplicate_object or unique_violation then null; -- two databases of one cluster migrating at once
      end;
    end if;
  end loop;
  -- Role settings live in the cluster, not in the database: say them again only where they are missing,
  -- because the statement takes a lock that two migrating databases would fight over.
  if not pg_has_role('airlog_limited', 'airlog_org', 'usage') then grant airlog_org to airlog_limited; end if;
  if not pg_has_role(current_user, 'airlog_definer', 'usage') then execute format('grant airlog_definer to %I', current_user); end if;
end $$;

create extension if not exists btree_gist;
create extension if not exists pg_trgm;

-- Trigram indexes work under row-level security only if ILIKE's function is leak-proof (reference: 102 ms against 0.39 ms).
-- Only a superuser may say so; without one, search is slower and still right.
do $$
begin
  if (select rolsuper from pg_roles where rolname = current_user) then
    alter function pg_catalog.texticlike(text, text) leakproof;
  end if;
exception when others then raise notice 'ILIKE stays not leak-proof: %', sqlerrm;
end $$;

revoke all on schema public from public;
grant usage on schema public to airlog_org, airlog_limited, airlog_support, airlog_auth, airlog_definer;
grant create on schema public to airlog_definer; -- so that the definer may own its functions

-- The principal of the running transaction. After a SET LOCAL the setting reads '' and not NULL, hence nullif.
create function ctx_org() returns int language sql stable parallel safe
  as $$ select nullif(current_setting('app.org_id', true), '')::int $$;
create function ctx_user() returns int language sql stable parallel safe
  as $$ select nullif(current_setting('app.user_id', true), '')::int $$;
create function ctx_locations() returns int[] language sql stable parallel safe
  as $$ select coalesce(string_to_array(nullif(current_setting('app.location_ids', true), ''), ',')::int[], '{}') $$;
