-- A node whose login owns nothing compares what the owner has prepared with its own files, and its secrets with those in use
-- (decisions/154). It reads them with the login of the sign-in, which is the only one that has its role from its start.

grant select on migrations to airlog_auth;

create policy auth on known_secrets for select to airlog_auth using (true);
grant select on known_secrets to airlog_auth;
