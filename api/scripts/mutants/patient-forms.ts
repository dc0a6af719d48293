import type { Faults } from './fault.ts';

/** The form of a patient, who sees a patient, possible duplicates, and what the palette finds. */
export const patientFormFaults: Faults[] = [
  {
    area: 'patient form',
    file: 'api/src/patients/patient-form.service.ts',
    tests: ['api/src/patients/patient-form.test.ts'],
    faults: [
      [
        'const today = await todayOfPatient(ctx, { organization: { id: ctx.viewer.workOrgId } });',
        'const today = ctx.today;',
      ],
      ['patientRules(await todayOfPatient(ctx, patient))', 'patientRules(ctx.today)'],
      ['  await lockPatient(ctx, id);\n', ''],
      ['isRulesActive: created.isRulesActive ?? true', 'isRulesActive: true'],
      ["if (plain(devicePin) !== '')", "if (plain(devicePin) !== '' && plain(serial) === '')"],
      ['...different.flatMap((field) => DEPENDENT[field] ?? [])', ''],
    ],
  },
  {
    area: 'patient form',
    file: 'api/src/patient-declines/patient-declines.service.ts',
    tests: ['api/src/patient-declines/patient-declines.test.ts'],
    faults: [
      ['if (row!.outcome === null) throw new NotFound();', ''],
      ["if (row!.outcome === 'device') refuseWithDevice();", ''],
      ['before >= CONNECTED_PER_HOUR', 'before > CONNECTED_PER_HOUR'],
      ['const SHOWN_DAYS = 90', 'const SHOWN_DAYS = 92'],
    ],
  },
  {
    area: 'patient form',
    file: 'api/src/patient-declines/patient-declines.policy.ts',
    tests: ['api/src/patient-declines/patient-declines.test.ts'],
    faults: [[' && !isOwnPatient(viewer, patient)', '']],
  },
  {
    area: 'patient form',
    file: 'api/src/patients/patient-sharing.service.ts',
    tests: ['api/src/patient-declines/patient-declines.test.ts'],
    faults: [['asked.filter(([, id]) => !before.has(id))', '[]']],
  },
  {
    area: 'patient form',
    file: 'api/src/patients/patients.policy.ts',
    tests: ['api/src/patients/patient-form.test.ts'],
    faults: [
      ["viewer.can('create.patient') && hasOrganization(viewer)", "viewer.can('create.patient')"],
      ["= ['therapyStart', 'note']", "= ['therapyStart', 'note', 'isRulesActive']"],
    ],
  },
  {
    area: 'patient form',
    file: 'api/src/patients/patient-sharing.service.ts',
    tests: ['api/src/patients/patient-form.test.ts'],
    faults: [['  addTo(before, edited?.physicianOrgId);\n', '']],
  },
  {
    area: 'patient form',
    file: 'api/src/patients/patient-form.options.ts',
    tests: ['api/src/patients/patient-form.test.ts'],
    faults: [
      ['where u.active and case', 'where case'],
      ['const MIN_LETTERS = 2;', 'const MIN_LETTERS = 1;'],
      ['const MAX_LOCATIONS = 1000;', 'const MAX_LOCATIONS = 999;'],
    ],
  },
  {
    area: 'patient form',
    file: 'api/src/patients/patient-form.store.ts',
    tests: ['api/src/patients/patient-form.test.ts'],
    faults: [['    values.clinicianId,\n    values.physicianId,', '    values.physicianId,\n    values.clinicianId,']],
  },
  {
    area: 'patient form',
    file: 'api/src/db/migrations/062-patient-form.sql',
    tests: ['api/src/patients/patient-form.test.ts'],
    faults: [
      ['old.email, old.birth_date, old.sex', 'new.email, old.birth_date, old.sex'],
      ["where o.active and t.kind = 'ep'", "where t.kind = 'ep'"],
    ],
  },
  {
    area: 'patient form',
    file: 'api/src/patients/patient-equipment.service.ts',
    tests: ['api/src/patients/patient-form.test.ts'],
    faults: [["pinNumber: 'devicePin',", '']],
  },
  {
    area: 'patient form',
    file: 'api/src/patients/patient-form.wire.ts',
    tests: ['api/src/patients/patient-form.routes.test.ts'],
    faults: [['{ conflict: recordToRest(refused.values) }', '{}']],
  },
  {
    area: 'patient form',
    file: 'api/src/patients/patient-form.routes.ts',
    tests: ['api/src/patients/patient-form.routes.test.ts'],
    faults: [
      ['const created = replying(201);', 'const created = replying(200);'],
      ['  refuseForeignFields(body, null);\n', ''],
    ],
  },
  {
    area: 'patient rules',
    file: 'api/src/patients/patient.rules.ts',
    tests: ['api/src/patients/patient.rules.test.ts'],
    faults: [
      ['within(value, FIRST_BIRTH, today)', 'within(value, FIRST_BIRTH, yearAfter(today))'],
      ['within(value, FIRST_THERAPY, yearAfter(today))', 'within(value, FIRST_THERAPY, today)'],
      ['/^[0-9]{4,8}$/', '/^[0-9]{4,9}$/'],
      ['.max(MAX_EMAIL,', '.max(MAX_EMAIL - 1,'],
      ['Boolean(value) || !parent.devicePin', 'true'],
    ],
  },
  {
    area: 'patient duplicates',
    file: 'api/src/patients/patient-duplicates.service.ts',
    tests: ['api/src/patients/patient-duplicates.test.ts'],
    faults: [
      ['[...digitsOf(input.phone), ...digitsOf(input.mobilePhone)]', 'digitsOf(input.phone)'],
      ['.toLowerCase() || null', '|| null'],
    ],
  },
  {
    area: 'patient duplicates',
    file: 'api/src/db/migrations/098-text-as-people-type-it.sql',
    tests: ['api/src/patients/patient-duplicates.test.ts'],
    faults: [
      [
        'where p.name_key = $1 and p.birth_date = $2 and ctx_sees(p.visible_org_ids, array[p.location_id]) limit 20',
        'where p.name_key = $1 and p.birth_date = $2 limit 20',
      ],
      [
        'where p.phone = any ($3) and ctx_sees(p.visible_org_ids, array[p.location_id]) limit 20',
        'where p.phone = any ($3) limit 20',
      ],
      [
        'where p.mobile_phone = any ($3) and ctx_sees(p.visible_org_ids, array[p.location_id]) limit 20',
        'where p.mobile_phone = any ($3) limit 20',
      ],
      [
        'where lower(p.email) = $4 and ctx_sees(p.visible_org_ids, array[p.location_id]) limit 20',
        'where lower(p.email) = $4 limit 20',
      ],
      ['k.id limit 5\n', 'k.id limit 6\n'],
      ['coalesce((select e.org_id from patients e', 'coalesce(null, (select null::int from patients e'],
    ],
  },
  {
    area: 'patient access',
    file: 'api/src/patient-access/patient-access.service.ts',
    tests: ['api/src/patient-access/patient-access.test.ts'],
    faults: [
      ["if (!visible.includes(orgId)) return () => 'false';", ''],
      ['days: 30, users: 20', 'days: 31, users: 20'],
      ['listsEveryUser: ctx.viewer.facts.locationIds === null', 'listsEveryUser: true'],
      [' and rp.permission in ${READS})', ')'],
    ],
  },
  {
    area: 'search results',
    file: 'api/src/search-results/search-results.places.ts',
    tests: ['api/src/search-results/search-results.places.test.ts'],
    faults: [
      ["opened === null ? 'true' : `r.id = ${opened}`", "'true'"],
      [
        '{ id: viewer.workOrgId }) ? viewer.workOrgId : undefined',
        '{ id: viewer.workOrgId }) ? viewer.workOrgId : viewer.workOrgId',
      ],
      ['({ isDraft: draft, isActive: active })', '({ isDraft: active, isActive: active })'],
      ['customId: row.custom_id, dmeId: row.dme_id', 'customId: row.dme_id, dmeId: row.custom_id'],
    ],
  },
];
