-- Service accounts: named keys of an organization, which are users that are no persons (decisions/191).
alter table users add column is_service boolean not null default false;

create table service_accounts (
  user_id int primary key,
  org_id int not null,
  name text not null check (length(name) between 3 and 80),
  description text not null default '' check (length(description) <= 500),
  scopes text[] not null check (cardinality(scopes) > 0),
  created_by_id int not null,
  created_by_name text not null, -- it stays when that user leaves
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  constraint service_accounts_org_id_user_id_fkey foreign key (org_id, user_id) references users(org_id, id) on delete cascade
);

-- Its first column finds those of an organization.
create unique index service_accounts_name on service_accounts (org_id, lower(name)) where deleted_at is null;

alter table service_accounts enable row level security, force row level security;
-- Written by functions alone, which ask for the permission.
create policy own on service_accounts for select to airlog_org using (org_id = ctx_org());
create policy auth on service_accounts for select to airlog_auth using (true);
create policy definer on service_accounts to airlog_definer using (true) with check (true);
grant select on service_accounts to airlog_auth, airlog_definer, airlog_org;
grant insert on service_accounts to airlog_definer;
grant update (deleted_at) on service_accounts to airlog_definer;

grant insert on users, api_keys to airlog_definer;

-- No statement of any role gives a service account what persons have.
create trigger user_credentials_of_persons before insert on user_credentials for each row execute function refuse_service_account();
create trigger sessions_of_persons before insert on sessions for each row execute function refuse_service_account();
create trigger account_links_of_persons before insert on account_links for each row execute function refuse_service_account();
create trigger second_factors_of_persons before insert on second_factors for each row execute function refuse_service_account();
create trigger passkeys_of_persons before insert on passkeys for each row execute function refuse_service_account();
create trigger personal_access_tokens_of_persons before insert on personal_access_tokens for each row execute function refuse_service_account();
create trigger user_roles_of_persons before insert on user_roles for each row execute function refuse_service_account();
create trigger mails_of_persons before insert on mails for each row execute function refuse_service_account();
