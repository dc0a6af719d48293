-- Active equipment providers by name; `patterns`: what each name must contain, in the form of name_key. Not `is_typed`: those that share patients
-- with the caller's organization. `wanted`: that one. Their names are a directory for who fills in the form of a patient; nothing else of them is.
create or replace function patient_providers(patterns jsonb, is_typed boolean, wanted int, at_most int) returns table (id int, name text)
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

revoke all on function patient_providers(jsonb, boolean, int, int) from public;
alter function patient_providers(jsonb, boolean, int, int) owner to airlog_definer;
grant execute on function patient_providers(jsonb, boolean, int, int) to airlog_org, airlog_support;
