-- At most 5 patients that the caller sees and that may be the one being entered, the best match first. $1: name_key, $2: date of birth, $3: phone numbers,
-- $4: e-mail address in small letters, $5: the patient being changed, who is left out, $6: Patient ID in search form, which is compared within the
-- organization of that patient, else the one in which the caller works: each organization of a shared patient may have numbers of its own.
create or replace function possible_duplicates(text, date, text[], text, int, text) returns table (id int, reasons text[])
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
    union all
    (select p.id, 'assigned_id' from patients p where plain_text(p.assigned_id) = $6 and p.assigned_id is not null
        and p.org_id = coalesce((select e.org_id from patients e where e.id = $5 and ctx_sees(e.visible_org_ids, array[e.location_id])), ctx_acting(), ctx_org())
        and ctx_sees(p.visible_org_ids, array[p.location_id]) limit 20)
  ) k (id, reason)
   where k.id is distinct from $5 and (ctx_may('create.patient') or ctx_may('update.patient'))
   group by k.id order by count(distinct k.reason) desc, k.id limit 5
$$;

revoke all on function possible_duplicates(text, date, text[], text, int, text) from public;
alter function possible_duplicates(text, date, text[], text, int, text) owner to airlog_definer;
grant execute on function possible_duplicates(text, date, text[], text, int, text) to airlog_org, airlog_support;
