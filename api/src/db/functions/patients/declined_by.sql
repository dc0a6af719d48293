-- Of these organizations those that declined the patient and do not see it now, and since when they can be asked again.
create or replace function declined_by(patient int, partners int[]) returns table (partner_org_id int, partner_name text, asked_from timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
  select distinct on (d.partner_org_id) d.partner_org_id, d.partner_name, d.declined_at + interval '30 days'
    from declined_patients d join patients p on p.id = d.patient_id
   where d.patient_id = patient and d.partner_org_id = any (partners) and not p.visible_org_ids @> array[d.partner_org_id]
     and p.org_id = coalesce(ctx_acting(), ctx_org()) and ctx_sees(p.visible_org_ids, array[p.location_id])
   order by d.partner_org_id, d.id desc
$$;

revoke all on function declined_by(int, int[]) from public;
alter function declined_by(int, int[]) owner to airlog_definer;
grant execute on function declined_by(int, int[]) to airlog_org, airlog_support;
