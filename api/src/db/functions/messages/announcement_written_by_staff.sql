create or replace function announcement_written_by_staff() returns trigger language plpgsql as $$
begin
  if not is_staff() then return new; end if;
  if not ctx_may('update.announcement') then perform refuse('Not permitted: update.announcement'); end if;
  if tg_op = 'INSERT' and (new.created_by_org_id, new.created_by_id) is distinct from (ctx_org(), ctx_user()) then
    perform refuse('An announcement names the user who wrote it.');
  end if;
  return new;
end $$;
