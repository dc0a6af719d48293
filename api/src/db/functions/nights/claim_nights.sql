-- Locks nights of a machine and source for the transaction, nights of a card too, and refuses any that the caller may not change. Nights without a patient
-- can be changed on the own days only.
create or replace function claim_nights(machine int, wanted_source text, ids bigint[]) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not ctx_may('update.machine.date_change_utility') then perform refuse('Not permitted: update.machine.date_change_utility'); end if;
  if not exists (select from machines m where m.id = machine and ctx_sees(m.visible_org_ids, m.visible_location_ids)) then
    perform refuse('Nights of another machine.');
  end if;
  -- Of two changes of a machine one waits, and then finds the dates of the other. The rows in the order in which devices send them.
  perform lock_nights(machine);
  perform from usage_nights n where n.id = any (ids) order by n.night, n.id for no key update;
  if (select count(*) from usage_nights n left join patients p on p.id = n.patient_id
       where n.id = any (ids) and n.machine_id = machine and n.source = wanted_source and n.source in ('wireless', 'sd', 'qr')
         and case when n.patient_id is null then n.usage_date <@ ctx_machine_days(machine)
                  else ctx_sees(p.visible_org_ids, array[p.location_id]) end) <> cardinality(ids) then
    perform refuse('Nights of another machine, source or patient.');
  end if;
end $$;

revoke all on function claim_nights(int, text, bigint[]) from public;
alter function claim_nights(int, text, bigint[]) owner to airlog_definer;
