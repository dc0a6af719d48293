-- Support staff makes a row in the name of its own organization.
create or replace function sample_item_creator() returns trigger language plpgsql as $$
begin
  new.created_by_org_id := coalesce(ctx_org(), new.org_id);
  return new;
end $$;
