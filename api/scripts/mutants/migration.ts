import type { Faults } from './fault.ts';

/** The legacy system, and the migration of its locations and patients. */
export const migrationFaults: Faults[] = [
  {
    area: 'legacy system',
    file: 'api/src/migration/legacy.http.ts',
    tests: ['api/src/migration/legacy.test.ts'],
    faults: [
      ['LEGACY_TIMEOUT_MS = 5000', 'LEGACY_TIMEOUT_MS = 50_000'],
      ['4 * 1024 * 1024', '4 * 1024 * 1024 * 1024'],
      ['if (asked >= MAX_QUESTIONS)', 'if (asked > MAX_QUESTIONS)'],
      ['${decodeURIComponent(password)}', '${password}'],
      [
        "return by === 'NAME' ? found : found.filter(({ dmeId }) => dmeId.toUpperCase() === text.toUpperCase());",
        'return found;',
      ],
    ],
  },
  {
    area: 'legacy system',
    file: 'api/src/migration/legacy.answers.ts',
    tests: ['api/src/migration/legacy.test.ts'],
    faults: [
      ['if (value.length > max)', 'if (value.length > max + 1)'],
      ['found.length > MAX_ID', 'found.length > MAX_ID + 1'],
    ],
  },
  {
    area: 'legacy system',
    file: 'api/src/shared/flag.ts',
    tests: ['api/src/migration/legacy.test.ts'],
    faults: [["[1, '1', true, 'true']", "[1, true, 'true']"]],
  },
  {
    area: 'legacy system',
    file: 'api/src/migration/legacy.http.ts',
    tests: ['api/src/migration/legacy.test.ts'],
    faults: [["if (dmeId === '.' || dmeId === '..') return none;", '']],
  },
  {
    area: 'legacy system',
    file: 'api/src/migration/legacy.embedded.ts',
    tests: ['api/src/migration/legacy.test.ts'],
    faults: [
      ['upper(id) = upper(?)', 'id = ?'],
      [
        'select count(*)::int as total from legacy_patients where location_id = ? and is_active = ?',
        'select count(*)::int as total from legacy_patients where location_id = ? and is_active >= ?',
      ],
    ],
  },
  {
    area: 'migration',
    file: 'api/src/migration/migration.service.ts',
    tests: ['api/src/migration/migration.test.ts'],
    faults: [
      ['if (location.isChild) throw', 'if (!location) throw'],
      ["if (location.migrated) throw refused('migration.already');", ''],
      ['!location || location.dmeId !== dmeId', '!location'],
      ['migrated: location.migrated || here.has(location.dmeId)', 'migrated: here.has(location.dmeId)'],
      ['(Math.min(Math.max(page, 1), LAST_PAGE) - 1)', '(Math.min(page, LAST_PAGE) - 1)'],
      [
        'if (patients.length < MAX_PAGE || last === after) return;',
        'if (patients.length <= MAX_PAGE || last === after) return;',
      ],
      ['location: done!.location, dme: dmeId });', '});'],
    ],
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
      [
        'if (error instanceof LegacyUnavailable) return [atDmeId(error.reason)];',
        'if (error instanceof LegacyUnavailable) return [];',
      ],
    ],
  },
  {
    area: 'migration',
    file: 'api/src/migration/migration.routes.ts',
    tests: ['api/src/migration/migration.test.ts'],
    faults: [
      ['text.length <= 255', 'text.length <= 2550'],
      ['return text.trim();', 'return text;'],
    ],
  },
  {
    area: 'migration',
    file: 'api/src/migration/patient-migrations.add.ts',
    tests: ['api/src/migration/patient-migrations.test.ts'],
    faults: [
      ['set at_active = ?, at_id = ?, attempts = 0, problem = null', 'set at_active = ?, at_id = ?, problem = null'],
      ['set at_active = ?, at_id = ?, attempts = 0, problem = null', 'set at_active = ?, at_id = ?, attempts = 0'],
      ["slice(0, 255).join('')", "slice(0, 254).join('')"],
    ],
  },
  {
    area: 'migration',
    file: 'api/src/migration/patient-migrations.store.ts',
    tests: ['api/src/migration/patient-migrations.test.ts'],
    faults: [['where target_org_id = ? order by id desc limit', 'where target_org_id = ? order by id limit']],
  },
  {
    area: 'migration',
    file: 'api/src/migration/patient-migrations.sweep.ts',
    tests: ['api/src/migration/patient-migrations.test.ts'],
    faults: [["case state when 'undoing' then coalesce(undone_by, user_id) else user_id end", 'user_id']],
  },
  {
    area: 'migration',
    file: 'api/src/migration/patient-migrations.service.ts',
    tests: ['api/src/migration/patient-migrations.test.ts'],
    faults: [
      ['id.length > MAX_ID', 'id.length > MAX_ID + 1'],
      ['/^\\d{1,9}$/', '/^\\d{1,12}$/'],
    ],
  },
  {
    area: 'migration',
    file: 'api/src/migration/patient-migrations.rules.ts',
    tests: ['api/src/migration/patient-migrations.rules.test.ts'],
    faults: [
      ['[...text].length > max', '[...text].length >= max'],
      ["|| therapyStart < (birthDate ?? '')", ''],
      ["(row.country ?? 'US')", "(row.country ?? 'CA')"],
      [' || (row.mobilePhone !== null && mobilePhone === null)', ''],
    ],
  },
];
