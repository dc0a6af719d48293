-- Row-level security is a boundary against a partner, and against SQL that no operation of the portal sends (decisions/029).
-- What no operation changes leaves the grants. What depends on the row that is there, or on who owns it, is refused by a trigger: a policy with such a
-- condition would also hide the row from `select … for update`. The triggers apply to the roles of staff; the functions of airlog_definer, devices, jobs and
-- migrations pass. A refusal has the code of a missing privilege.
create or replace function refuse(what text) returns void language plpgsql as $$
begin
  raise exception '%', what using errcode = 'insufficient_privilege';
end $$;
