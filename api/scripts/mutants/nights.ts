import type { Faults } from './fault.ts';

/** Nights: clocks, repeats, corrections, voided nights. */
export const nightFaults: Faults[] = [
  {
    area: 'nights',
    file: 'api/src/usage/usage-proposals.ts',
    tests: ['api/src/usage/usage-proposals.test.ts'],
    faults: [['>= TOLERANCE_SECONDS', '> TOLERANCE_SECONDS']],
  },
  {
    area: 'nights',
    file: 'api/src/db/functions/nights/usage_night_owner.sql',
    tests: [
      'api/src/usage/night-owner.test.ts',
      'api/src/usage-dates/usage-dates-returns.test.ts',
      'api/src/night-voids/night-voids.test.ts',
      'api/src/night-voids/night-voids-property.test.ts',
    ],
    faults: [
      ['r.usage_date = new.usage_date;', 'r.usage_date <= new.usage_date;'],
      ['elsif old.state = 9 then', 'elsif false then'],
    ],
  },
  {
    area: 'nights',
    file: 'api/src/db/functions/nights/settle_nights.sql',
    tests: [
      'api/src/usage/night-owner.test.ts',
      'api/src/usage-dates/usage-dates-returns.test.ts',
      'api/src/night-voids/night-voids.test.ts',
      'api/src/night-voids/night-voids-property.test.ts',
    ],
    faults: [['n.patient_id = k.patient_id and n.state <> 9', 'n.patient_id = k.patient_id']],
  },
  {
    area: 'nights',
    file: 'api/src/db/functions/compliance/versions_of_nights.sql',
    tests: [
      'api/src/usage/night-owner.test.ts',
      'api/src/usage-dates/usage-dates-returns.test.ts',
      'api/src/night-voids/night-voids.test.ts',
      'api/src/night-voids/night-voids-property.test.ts',
    ],
    faults: [
      ['v.usage_date < w.free_from and v.state <> 9', 'v.usage_date < w.free_from'],
      ['n.usage_date < w.free_from and n.state <> 9', 'n.usage_date < w.free_from'],
    ],
  },
  {
    area: 'nights',
    file: 'api/src/db/functions/nights/give_back_nights.sql',
    tests: [
      'api/src/usage/night-owner.test.ts',
      'api/src/usage-dates/usage-dates-returns.test.ts',
      'api/src/night-voids/night-voids.test.ts',
      'api/src/night-voids/night-voids-property.test.ts',
    ],
    faults: [['set state = e.state_before', 'set state = 1']],
  },
  {
    area: 'nights',
    file: 'api/src/night-voids/night-voids-check.ts',
    tests: ['api/src/night-voids/night-voids.test.ts', 'api/src/night-voids/night-voids-property.test.ts'],
    faults: [
      ["isVoided(night) !== (act === 'give back')", 'false'],
      ['version !== night.date', 'false'],
      ['seen !== version', 'false'],
      ['upload.machineId !== machine.id', 'false'],
      ['(n.state = ${VOIDED}) = ?', '(true or ?)'],
    ],
  },
  {
    area: 'nights',
    file: 'api/src/uploads/uploads-plan.ts',
    tests: ['api/src/night-voids/night-voids.test.ts', 'api/src/night-voids/night-voids-property.test.ts'],
    faults: [['when known.state = ${VOIDED} then', 'when false then']],
  },
  {
    area: 'nights',
    file: 'api/src/usage/usage.service.ts',
    tests: ['api/src/night-voids/night-voids.test.ts'],
    faults: [['state: { $ne: VOIDED }', 'state: { $ne: 0 }']],
  },
  {
    area: 'nights',
    file: 'api/src/db/functions/devices/assignment_nights.sql',
    tests: [
      'api/src/usage/night-owner.test.ts',
      'api/src/usage-dates/usage-dates-returns.test.ts',
      'api/src/hand-offs/hand-offs-days.test.ts',
      'api/src/compliance/compliance-known.test.ts',
      'api/src/icode-reports/icode-nights.test.ts',
    ],
    faults: [
      ['r.machine_id = old.machine_id and r.patient_id = old.patient_id', 'false'],
      ['r.machine_id = new.machine_id and r.patient_id is distinct from new.patient_id', 'false'],
    ],
  },
  {
    area: 'nights',
    file: 'api/src/db/functions/nights/icode_report_night.sql',
    tests: [
      'api/src/usage/night-owner.test.ts',
      'api/src/usage-dates/usage-dates-returns.test.ts',
      'api/src/hand-offs/hand-offs-days.test.ts',
      'api/src/compliance/compliance-known.test.ts',
      'api/src/icode-reports/icode-nights.test.ts',
    ],
    faults: [['r.night_id = n.id and r.usage_date = evening', 'false']],
  },
  {
    area: 'nights',
    file: 'api/src/db/functions/nights/change_usage_dates.sql',
    tests: [
      'api/src/usage/night-owner.test.ts',
      'api/src/usage-dates/usage-dates-returns.test.ts',
      'api/src/hand-offs/hand-offs-days.test.ts',
      'api/src/compliance/compliance-known.test.ts',
      'api/src/icode-reports/icode-nights.test.ts',
    ],
    faults: [
      ['(p.id is not null and not ctx_sees(p.visible_org_ids, array[p.location_id])', '(false'],
      ['or not n.usage_date <@ own_days and not exists (', 'or n.patient_id is null and not exists ('],
    ],
  },
  {
    area: 'nights',
    file: 'api/src/db/functions/nights/nights_returning.sql',
    tests: [
      'api/src/usage/night-owner.test.ts',
      'api/src/usage-dates/usage-dates-returns.test.ts',
      'api/src/hand-offs/hand-offs-days.test.ts',
      'api/src/compliance/compliance-known.test.ts',
      'api/src/icode-reports/icode-nights.test.ts',
    ],
    faults: [['where m.date <@ own_days', 'where true']],
  },
  {
    area: 'nights',
    file: 'api/src/gateway/gateway-clock.ts',
    tests: ['api/src/gateway/nights.test.ts'],
    faults: [
      ['HALF_DAY_MS = DAY_MS / 2', 'HALF_DAY_MS = 0'],
      ['Math.round(driftMs / DAY_MS)', 'Math.ceil(driftMs / DAY_MS)'],
      ['right <= newest.date && ', 'false && '],
      ['taken && night <= last', 'false'],
    ],
  },
  {
    area: 'nights',
    file: 'api/src/gateway/nights-repeats.ts',
    tests: ['api/src/gateway/nights.test.ts'],
    faults: [
      ['u.record_no = 0 or ', ''],
      ['u.night <> u.device_date and ', 'false and '],
      ['number < newest.get(night)!', 'false'],
    ],
  },
  {
    area: 'nights',
    file: 'api/src/gateway/nights.service.ts',
    tests: ['api/src/gateway/nights.test.ts'],
    faults: [['excluded.minutes >= usage_nights.minutes', 'excluded.minutes > usage_nights.minutes']],
  },
  {
    area: 'nights',
    file: 'api/src/db/functions/nights/nights_voided.sql',
    tests: ['api/src/night-voids/night-voids.test.ts'],
    faults: [['v.since < known_at and v.until >= known_at', 'true']],
  },
];
