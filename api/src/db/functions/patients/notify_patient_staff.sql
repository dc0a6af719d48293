create or replace function notify_patient_staff(organization int, place int, what text, patient_org int, patient int) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  event int := nextval('inbox_items_id_seq');
begin
  insert into inbox_items (id, org_id, user_id, kind, patient_org_id, patient_id)
    select event, organization, r, what, patient_org, patient from patient_staff(organization, place) r;
end $$;

revoke all on function notify_patient_staff(int, int, text, int, int) from public;
alter function notify_patient_staff(int, int, text, int, int) owner to airlog_definer;
