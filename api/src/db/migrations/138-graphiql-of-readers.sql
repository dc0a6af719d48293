-- Who reads patients may ask questions about them in GraphiQL: it reads what the role reads, and nothing more.
insert into role_permissions (role_id, permission)
select role_id, 'view.graphiql' from role_permissions where permission = 'view.patient'
on conflict do nothing;
