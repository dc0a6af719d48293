-- The organizations are kept in the row (visible_org_ids), so that a policy is one index condition and never an OR.
-- The functions run as airlog_definer, because they read rows of organizations that the caller may not read.
create or replace function patient_visible_orgs() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select array_agg(distinct o order by o) into new.visible_org_ids
    from unnest(array[new.org_id, new.dme_id, new.clinician_org_id, new.physician_org_id]) o where o is not null;
  return new;
end $$;

revoke all on function patient_visible_orgs() from public;
alter function patient_visible_orgs() owner to airlog_definer;
