-- Whether the caller sees a row with these organizations and locations. Their role: current_user is the owner of the function that asks.
create or replace function ctx_sees(organizations int[], locations int[]) returns boolean language sql stable as $$
  select case current_setting('role')
    when 'airlog_support' then true
    when 'airlog_acting' then organizations @> array[ctx_acting()]
    when 'airlog_org' then organizations @> array[ctx_org()]
    when 'airlog_limited' then organizations @> array[ctx_org()] and locations && ctx_locations()
    else false end
$$;
