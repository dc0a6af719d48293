-- "country (default US)" of a user (document 001, section 3). A node of the version before adds users without it.
alter table users add column country text not null default 'US' check (country in ('US', 'CA'));
alter table user_accounts add column country text not null default 'US';

grant insert (country), update (country) on users to airlog_org, airlog_support;
