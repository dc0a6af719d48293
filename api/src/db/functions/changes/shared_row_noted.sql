-- A row changed. For an organization that no longer sees it, it is deleted.
create or replace function shared_row_noted() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into changes (org_id, type, row_id, deleted)
  select o, tg_argv[0], new.id, o <> all (new.visible_org_ids) from (select unnest(old.visible_org_ids) union select unnest(new.visible_org_ids)) k (o);
  return null;
end $$;

revoke all on function shared_row_noted() from public;
alter function shared_row_noted() owner to airlog_definer;
