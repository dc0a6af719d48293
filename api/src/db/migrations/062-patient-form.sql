-- The form of a patient: who fills it in, what a partner changes, who sees the patient, and possible duplicates (decisions/089).

insert into role_permissions (role_id, permission)
select r.id, held.permission
  from roles r, unnest(array['create.patient', 'update.patient']) held (permission)
 where r.name ~ '^(org|location|group)\.(ep|clinical)\.' or r.host = 'support';

-- ---- The record

-- Count of changes of what the form edits, so that the second of two changes is refused instead of undoing the first.
alter table patients add column version int not null default 1;
create function patient_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
create trigger patients_version before update on patients for each row when (
  (old.location_id, old.dme_id, old.clinician_id, old.physician_id, old.assigned_id, old.is_rules_active, old.first_name, old.last_name,
   old.email, old.birth_date, old.sex, old.therapy_start, old.note, old.address1, old.address2, old.city, old.state, old.zip, old.country,
   old.phone, old.mobile_phone)
  is distinct from
  (new.location_id, new.dme_id, new.clinician_id, new.physician_id, new.assigned_id, new.is_rules_active, new.first_name, new.last_name,
   new.email, new.birth_date, new.sex, new.therapy_start, new.note, new.address1, new.address2, new.city, new.state, new.zip, new.country,
   new.phone, new.mobile_phone)) execute function patient_version();

-- As before (021), and of support staff in the name of the organization in which it acts: while it acts in none, every patient is a partner's.
create or replace function patient_partner_changes() returns trigger language plpgsql as $$
begin
  if is_staff() and old.org_id is distinct from coalesce(ctx_acting(), ctx_org()) then
    perform refuse('A partner may change the therapy start and the note of a patient only.');
  end if;
  return new;
end $$;

-- A patient is added by who may, and by support staff to the organization in which it acts; other staff: own_insert.
create function patient_added_by_staff() returns trigger language plpgsql as $$
begin
  if is_staff() and not ctx_may('create.patient') then perform refuse('Not permitted: create.patient'); end if;
  if current_user in ('airlog_support', 'airlog_acting') and new.org_id is distinct from ctx_acting() then
    perform refuse('Support staff adds patients to the organization in which it acts.');
  end if;
  return new;
end $$;
create trigger patients_added_by_staff before insert on patients for each row execute function patient_added_by_staff();

-- ---- Who sees a patient

-- Active equipment providers by name; `patterns`: what each name must contain, in the form of name_key. Not `is_typed`: those that share patients
-- with the caller's organization. `wanted`: that one. Their names are a directory for who fills in the form of a patient; nothing else of them is.
create function patient_providers(patterns jsonb, is_typed boolean, wanted int, at_most int) returns table (id int, name text)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if not (ctx_may('create.patient') or ctx_may('update.patient')) then perform refuse('Not permitted: update.patient'); end if;
  return query
  select o.id, o.name from organizations o join organization_types t on t.id = o.type_id
   where o.active and t.kind = 'ep' and (wanted is null or o.id = wanted)
     and (is_typed or o.visible_org_ids @> array[coalesce(ctx_acting(), ctx_org())])
     and not exists (select from jsonb_array_elements_text(patterns) p where o.name_key not like p)
   order by o.name_key, o.id limit at_most;
end $$;

-- Stores the provider, the clinician, the physician and the location of a patient, whose organizations see the patient from then on. Only the
-- organization of the patient does; a user is one of its own clinicians, or one whose name its staff sees already. What stays is not checked again.
create function connect_patient(patient int, provider int, clinician int, physician int, place int) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  was patients;
  owner constant int := coalesce(ctx_acting(), ctx_org());
  is_limited constant boolean := current_setting('role') = 'airlog_limited';
  person int;
  orgs int[];
begin
  select p.* into was from patients p
   where p.id = patient and ctx_sees(p.visible_org_ids, array[p.location_id]) for no key update;
  if not found or was.org_id <> owner or current_setting('role') = 'airlog_support' then
    perform refuse('The organization of a patient decides who sees the patient.');
  end if;
  -- Of a patient that this transaction added, the permission to add is enough.
  if not (ctx_may('update.patient') or was.created_at = now() and ctx_may('create.patient')) then
    perform refuse('Not permitted: update.patient');
  end if;
  if provider is distinct from was.dme_id and provider is not null
    and not exists (select from patient_providers('[]', true, provider, 1)) then
    perform refuse('The provider is an active equipment provider.');
  end if;
  foreach person in array array_remove(array[
    case when clinician is distinct from was.clinician_id then clinician end,
    case when physician is distinct from was.physician_id then physician end], null) loop
    if not exists (select from users u where u.id = person and u.active
        and case when u.org_id = owner then u.is_clinician else u.visible_org_ids @> array[owner] end) then
      perform refuse('A clinician is one of the organization, or of a partner that treats one of its patients.');
    end if;
  end loop;
  if place is distinct from was.location_id and (place is null and is_limited or place is not null and not exists (
      select from locations l where l.id = place and l.org_id = owner and l.closed_at is null
        and (not is_limited or l.id = any (ctx_locations())))) then
    perform refuse('The location is an open one of the organization.');
  end if;
  update patients p set dme_id = provider, location_id = place,
      clinician_id = clinician, clinician_org_id = (select u.org_id from users u where u.id = clinician),
      physician_id = physician, physician_org_id = (select u.org_id from users u where u.id = physician)
   where p.id = patient;
end $$;

-- ---- Possible duplicates

create index patients_mobile_phone on patients (mobile_phone, id);
create index patients_email_key on patients (lower(email), id);

-- At most 5 patients that the caller sees and that may be the one being entered, the best match first. $1: name_key, $2: date of birth,
-- $3: phone numbers, $4: e-mail address in lower case, $5: a patient who is left out. Each part is found by an index.
create function possible_duplicates(text, date, text[], text, int) returns table (id int, reasons text[])
  language sql stable security definer set search_path = public, pg_temp as $$
  select k.id, array_agg(distinct k.reason order by k.reason) from (
    (select p.id, 'name_and_birth_date' as reason from patients p
      where p.name_key = $1 and p.birth_date = $2 and ctx_sees(p.visible_org_ids, array[p.location_id]) limit 20)
    union all
    (select p.id, 'phone' from patients p where p.phone = any ($3) and ctx_sees(p.visible_org_ids, array[p.location_id]) limit 20)
    union all
    (select p.id, 'phone' from patients p where p.mobile_phone = any ($3) and ctx_sees(p.visible_org_ids, array[p.location_id]) limit 20)
    union all
    (select p.id, 'email' from patients p where lower(p.email) = $4 and ctx_sees(p.visible_org_ids, array[p.location_id]) limit 20)
  ) k (id, reason)
   where k.id is distinct from $5 and (ctx_may('create.patient') or ctx_may('update.patient'))
   group by k.id order by count(distinct k.reason) desc, k.id limit 5
$$;

-- ---- Owners of the functions

grant create on schema public to airlog_definer;
revoke all on function patient_providers(jsonb, boolean, int, int), connect_patient(int, int, int, int, int),
  possible_duplicates(text, date, text[], text, int) from public;
alter function patient_providers(jsonb, boolean, int, int) owner to airlog_definer;
alter function connect_patient(int, int, int, int, int) owner to airlog_definer;
alter function possible_duplicates(text, date, text[], text, int) owner to airlog_definer;
revoke create on schema public from airlog_definer;
grant execute on function patient_providers(jsonb, boolean, int, int), connect_patient(int, int, int, int, int),
  possible_duplicates(text, date, text[], text, int) to airlog_org, airlog_support;
