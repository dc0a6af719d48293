-- Who decided, when, and what stays as it was are not what the writer says: an assignment hides nothing and ends nothing, the other acts keep the assignee.
create or replace function follow_up_written() returns trigger language plpgsql as $$
declare was follow_ups;
begin
  if is_staff() then
    if not ctx_may('create.patient.note') then perform refuse('Not permitted: create.patient.note'); end if;
    if current_user = 'airlog_support' then perform refuse('Support staff decides in an organization.'); end if;
    new.work_org_id := coalesce(ctx_acting(), ctx_org());
    new.author_org_id := ctx_org();
    new.author_id := ctx_user();
    select u.last_name || ', ' || u.first_name into new.author_name from users u where u.id = ctx_user();
    new.created_at := now();
  end if;
  if new.replaces_id is not null then
    select * into was from follow_ups f where f.id = new.replaces_id;
    if (was.work_org_id, was.patient_id, was.reason) is distinct from (new.work_org_id, new.patient_id, new.reason) then
      perform refuse('An act replaces the one before it.');
    end if;
  end if;
  if new.act = 'assigned' then
    new.hidden_at := was.hidden_at; new.hidden_until := was.hidden_until; new.outcome := was.outcome; new.note := was.note;
    if is_staff() and new.assignee_id is not null then
      select a.name into new.assignee_name from follow_up_assignees(new.patient_id) a where a.id = new.assignee_id;
      if new.assignee_name is null then perform refuse('A follow-up is assigned to a colleague who may read the patient.'); end if;
    end if;
  else
    new.assignee_id := was.assignee_id; new.assignee_name := was.assignee_name;
    if new.act <> 'reopened' then new.hidden_at := new.created_at; end if;
  end if;
  return new;
end $$;
