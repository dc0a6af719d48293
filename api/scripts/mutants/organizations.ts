import type { Faults } from './fault.ts';

/** Organizations, locations, patients and hand-offs. */
export const organizationFaults: Faults[] = [
  {
    area: 'organizations',
    file: 'api/src/organizations/organization-state.service.ts',
    tests: ['api/src/organizations/organization-state.test.ts'],
    faults: [["where org_id = ? and status = 'pending'", "where org_id >= ? and status = 'pending'"]],
  },
  {
    area: 'organizations',
    file: 'api/src/db/functions/organizations/activate_organization.sql',
    tests: ['api/src/organizations/organization-state.test.ts'],
    faults: [['  delete from sessions s where s.org_id = wanted;\n  return true;', '  return true;']],
  },
  {
    area: 'organizations',
    file: 'api/src/db/functions/organizations/deactivate_organization.sql',
    tests: ['api/src/organizations/organization-state.test.ts'],
    faults: [['  update users u set has_api = false where u.org_id = wanted and u.has_api;\n', '']],
  },
  {
    area: 'organizations',
    file: 'api/src/organizations/organizations.policy.ts',
    tests: ['api/src/organizations/organization-form.test.ts'],
    faults: [
      ['[null, organization.id].includes(viewer.actingOrgId) &&', ''],
      ["organization.organizationType.kind !== 'support';", 'true;'],
    ],
  },
  {
    area: 'locations',
    file: 'api/src/locations/locations-close.ts',
    tests: ['api/src/locations/locations.test.ts'],
    faults: [["if (location.isPrimary) refuse(refusal('locationId', 'location.primary'));", '']],
  },
  {
    area: 'locations',
    file: 'api/src/locations/locations.policy.ts',
    tests: ['api/src/locations/locations.test.ts'],
    faults: [
      ['viewer.facts.locationIds === null &&', ''],
      [' && [null, id].includes(viewer.actingOrgId)', ''],
    ],
  },
  {
    area: 'migration',
    file: 'api/src/migration/migration.service.ts',
    tests: ['api/src/migration/migration.test.ts'],
    faults: [["if (location.migrated) throw refused('migration.already');", '']],
  },
  {
    area: 'migration',
    file: 'api/src/migration/migration.service.ts',
    tests: ['api/src/organizations/organization-form.test.ts'],
    faults: [
      [
        ' union all select from locations where dme_id = ? limit 1',
        ' union all select from locations where dme_id = ? and false limit 1',
      ],
    ],
  },
  {
    area: 'patient form',
    file: 'api/src/patients/patient-form.service.ts',
    tests: ['api/src/patients/patient-form.test.ts'],
    faults: [['  await lockPatient(ctx, id);\n', '']],
  },
  {
    area: 'patient form',
    file: 'api/src/patient-declines/patient-declines.service.ts',
    tests: ['api/src/patient-declines/patient-declines.test.ts'],
    faults: [['if (row!.outcome === null) throw new NotFound();', '']],
  },
  {
    area: 'patient form',
    file: 'api/src/db/migrations/098-patients.sql',
    tests: ['api/src/patients/patient-form.test.ts'],
    faults: [['old.email, old.birth_date, old.sex', 'new.email, old.birth_date, old.sex']],
  },
  {
    area: 'patient duplicates',
    file: 'api/src/db/functions/patients/possible_duplicates.sql',
    tests: ['api/src/patients/patient-duplicates.test.ts'],
    faults: [
      [
        'where p.name_key = $1 and p.birth_date = $2 and ctx_sees(p.visible_org_ids, array[p.location_id]) limit 20',
        'where p.name_key = $1 and p.birth_date = $2 limit 20',
      ],
    ],
  },
  {
    area: 'hand-offs',
    file: 'api/src/hand-offs/hand-offs-match.ts',
    tests: ['api/src/hand-offs/hand-offs.test.ts'],
    faults: [
      ['on h.machine_id = m.id and h.end_date is null', 'on h.machine_id = m.id'],
      ['machine.pinCipher !== null && !isRight', '!isRight'],
    ],
  },
  {
    area: 'hand-offs',
    file: 'api/src/hand-offs/hand-offs.service.ts',
    tests: ['api/src/hand-offs/hand-offs.test.ts'],
    faults: [['expiresAt <= app.now()', 'expiresAt < app.now()']],
  },
  {
    area: 'hand-offs',
    file: 'api/src/hand-offs/hand-offs.resolver.ts',
    tests: ['api/src/hand-offs/hand-offs.test.ts'],
    faults: [
      ["handOffStateOf(ctx, handOff) === 'open' && canAcceptHandOff", 'canAcceptHandOff'],
      ['machineId === null || !ctx.viewer.canSeeUserDevices()', 'machineId === null'],
    ],
  },
  {
    area: 'hand-offs',
    file: 'api/src/patients/patients.service.ts',
    tests: ['api/src/hand-offs/hand-offs.test.ts'],
    faults: [['id !== null && canReadPatients(ctx.viewer)', 'id !== null']],
  },
  {
    area: 'hand-offs',
    file: 'api/src/hand-offs/hand-offs.policy.ts',
    tests: ['api/src/hand-offs/hand-offs.test.ts'],
    faults: [
      ["canUseHandOffs(viewer) && side === 'asker'", 'canUseHandOffs(viewer)'],
      ["canUseHandOffs(viewer) && side === 'holder'", 'canUseHandOffs(viewer)'],
    ],
  },

  {
    area: 'hand-offs',
    file: 'api/src/db/functions/hand-offs/hand_off_messages_inbox.sql',
    tests: ['api/src/hand-offs/hand-offs.test.ts'],
    faults: [["if h.side = 'holder' and new.created_at <= h.looked_up_at then return null; end if;", '']],
  },
  {
    area: 'hand-offs',
    file: 'api/src/db/functions/hand-offs/deliver_hand_off.sql',
    tests: ['api/src/hand-offs/hand-offs.test.ts'],
    faults: [["if theirs.state <> 'open' or holder is null", 'if holder is null']],
  },
  {
    area: 'hand-offs',
    file: 'api/src/db/functions/hand-offs/accept_hand_off.sql',
    tests: ['api/src/hand-offs/hand-offs.test.ts'],
    faults: [['and h.patient_id = mine.patient_id and h.other_org_id = theirs.org_id', 'and false']],
  },
  {
    area: 'hand-offs',
    file: 'api/src/db/functions/hand-offs/hand_off_readers.sql',
    tests: ['api/src/hand-offs/hand-offs.test.ts'],
    faults: [['and a.active', '']],
  },
];
