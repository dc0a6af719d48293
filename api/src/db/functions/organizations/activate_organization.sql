-- Activates an organization: a draft or an inactive one. False for one that is active. A sign-in that the deactivation missed ends here.
create or replace function activate_organization(wanted int) returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not ctx_switches_organization(wanted) then perform refuse('Support staff activates organizations.'); end if;
  update organizations o set active = true, draft = false where o.id = wanted and not o.active;
  if not found then return false; end if;
  delete from sessions s where s.org_id = wanted;
  return true;
end $$;

revoke all on function activate_organization(int) from public;
alter function activate_organization(int) owner to airlog_definer;
grant execute on function activate_organization(int) to airlog_support;
