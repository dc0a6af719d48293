create or replace function membership_written_by_staff() returns trigger language plpgsql as $$
declare
  membership jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
begin
  if not is_staff() then return coalesce(new, old); end if;
  if not (ctx_may('update.user') or ctx_may('create.user') and tg_op = 'INSERT') then perform refuse('Not permitted: update.user'); end if;
  if tg_table_name = 'user_roles' and not ctx_may_give((membership ->> 'role_id')::int) then
    perform refuse('No user gives a role that permits more than their own.');
  end if;
  return coalesce(new, old);
end $$;
