create or replace function patient_note_written() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if is_staff() then
      if not ctx_may('create.patient.note') then perform refuse('Not permitted: create.patient.note'); end if;
      if current_user = 'airlog_support' then perform refuse('Support staff writes notes in an organization.'); end if;
      new.note_org_id := coalesce(ctx_acting(), ctx_org());
      new.author_org_id := ctx_org();
      new.author_id := ctx_user();
      select u.last_name || ', ' || u.first_name, o.name into new.author_name, new.author_org_name
        from users u join organizations o on o.id = u.org_id where u.id = ctx_user();
      new.created_at := now();
    end if;
    new.visible_org_ids := array[new.note_org_id];
    if new.is_shared then
      select coalesce(p.visible_org_ids, new.visible_org_ids) into new.visible_org_ids from patients p where p.id = new.patient_id;
    end if;
    return new;
  end if;
  if is_staff() then
    if not ctx_may('create.patient.note') then perform refuse('Not permitted: create.patient.note'); end if;
    if old.author_id is distinct from ctx_user() then perform refuse('A note is changed by its author.'); end if;
    if old.removed_at is not null then perform refuse('A note that was removed is not changed.'); end if;
    if new.removed_at is not null then new.removed_at := now(); end if;
    if new.removed_at is not null and new.text is distinct from old.text then perform refuse('A note that is removed keeps its text.'); end if;
  end if;
  new.version := old.version + 1;
  if new.text is distinct from old.text then new.edited_at := now(); end if;
  return new;
end $$;
