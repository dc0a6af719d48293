create or replace function trusted_domain_creator() returns trigger language plpgsql as $$
begin
  new.created_by_org_id := coalesce(ctx_org(), new.org_id);
  return new;
end $$;
