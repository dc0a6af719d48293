-- Whether the caller writes the places of an organization: its administrators, and support staff, also while they act in it. Users of locations
-- and groups never. Read by triggers and by functions of airlog_definer, in which current_user is another role.
create or replace function ctx_manages_places(wanted int) returns boolean language sql stable
  as $$ select case current_setting('role')
    when 'airlog_org' then wanted = ctx_org() and ctx_may('update.org.settings')
    when 'airlog_acting' then wanted = ctx_acting() and (ctx_may('update.org') or ctx_may('update.org.settings'))
    when 'airlog_support' then ctx_may('update.org') or (wanted = ctx_org() and ctx_may('update.org.settings'))
    else false end $$;
