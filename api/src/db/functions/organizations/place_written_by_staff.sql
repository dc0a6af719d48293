create or replace function place_written_by_staff() returns trigger language plpgsql as $$
declare
  place jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
begin
  if not is_staff() then return coalesce(new, old); end if;
  -- Of an organization's own staff the policies compare the organization.
  if current_setting('role') = 'airlog_org' then
    if ctx_may('update.org.settings') then return coalesce(new, old); end if;
  elsif ctx_manages_places((place ->> 'org_id')::int) then
    return coalesce(new, old);
  end if;
  -- Who creates or migrates an organization gives it its first location.
  if tg_table_name = 'locations' and tg_op = 'INSERT' and current_setting('role') = 'airlog_support'
    and (ctx_may('create.org') or ctx_may('migrate.org')) then return new; end if;
  perform refuse('The locations and groups of an organization are written by its administrators.');
  return null;
end $$;
