-- Rows were added or deleted, of a table whose rows have the organizations that see them. `tg_argv[0]`: the type of the lines.
create or replace function shared_rows_noted() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into changes (org_id, type, row_id, deleted) select o, tg_argv[0], c.id, tg_op = 'DELETE' from changed c cross join unnest(c.visible_org_ids) o;
  return null;
end $$;

revoke all on function shared_rows_noted() from public;
alter function shared_rows_noted() owner to airlog_definer;
