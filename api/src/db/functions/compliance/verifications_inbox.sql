create or replace function verifications_inbox() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into inbox_items (org_id, user_id, kind, repaired)
    select a.org_id, a.id, 'figures-repaired', new.repaired
      from user_accounts a join organizations o on o.id = a.org_id join organization_types t on t.id = o.type_id where t.kind = 'support' and a.active;
  return null;
end $$;

revoke all on function verifications_inbox() from public;
alter function verifications_inbox() owner to airlog_definer;
