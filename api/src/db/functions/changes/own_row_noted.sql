-- A row of one organization was added, changed or deleted.
create or replace function own_row_noted() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare event text;
begin
  if tg_op = 'DELETE' then
    insert into changes (org_id, type, row_id, deleted) values (old.org_id, tg_argv[0], old.id, true);
    return null;
  end if;
  if tg_table_name = 'uploads' then
    if new.state in ('parsed', 'partly', 'refused') and (tg_op = 'INSERT' or old.state <> new.state) then event := 'upload.read'; end if;
  elsif tg_table_name = 'hand_offs' then
    if tg_op = 'INSERT' or old.state <> new.state then event := 'hand_off.changed'; end if;
  end if;
  insert into changes (org_id, type, row_id, event) values (new.org_id, tg_argv[0], new.id, event);
  return null;
end $$;

revoke all on function own_row_noted() from public;
alter function own_row_noted() owner to airlog_definer;
