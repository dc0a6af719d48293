-- The list of the users of all organizations: an index for each order, filter and search at a million users (decisions/068).

-- The status of the list without the end of an invitation, which passes by itself, and the text that the list's search matches.
alter table user_accounts
  add column state text not null generated always as (
    case when not active then 'inactive' when email_verified_at is null then 'invited' when locked then 'locked' else 'active' end
  ) stored,
  add column search_text text not null generated always as (plain_text(email || ' ' || first_name || ' ' || last_name)) stored;

-- The orders; those of one organization begin with it and exist. Read backwards they serve the other direction.
create index user_accounts_every_name on user_accounts (last_name, id);
create index user_accounts_every_login on user_accounts (last_successful_login nulls first, id);
create index user_accounts_every_created on user_accounts (created_at, id);
-- The filters by which few users are found.
create index user_accounts_state on user_accounts (org_id, state, email, id);
create index user_accounts_every_state on user_accounts (state, email, id);
create index user_accounts_type on user_accounts (org_id, user_type, email, id);
create index user_accounts_every_type on user_accounts (user_type, email, id);
create index user_accounts_ventilator on user_accounts (org_id, email, id) where mvc_enabled;
-- Who belongs to a group of an organization: read once for each statement of staff of its locations, as for locations (043).
create index user_groups_org on user_groups (org_id, group_id, user_id);
-- The search.
create index user_accounts_search on user_accounts using gin (search_text gin_trgm_ops);
