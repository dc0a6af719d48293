import type { Faults } from './fault.ts';

/** The client: the migration of locations and patients from the legacy system. */
export const webMigrationFaults: Faults[] = [
  {
    area: 'web migration',
    file: 'web/src/features/migration/MigrateOrganizationSearch.tsx',
    tests: ['web/src/features/migration/MigrateOrganizationSearch.test.tsx'],
    faults: [
      ['    running.current?.abort();\n    const sent', '    const sent'],
      ['const text = query.trim();', 'const text = query;'],
      ['    event.stopPropagation();\n', ''],
    ],
  },
  {
    area: 'web migration',
    file: 'web/src/features/migration/LegacyLocationResult.tsx',
    tests: ['web/src/features/migration/MigrateOrganizationSearch.test.tsx'],
    faults: [
      ['disabled={isChild || migrated}', 'disabled={isChild}'],
      ['name: props.contact }', "name: '' }"],
    ],
  },
  {
    area: 'web migration',
    file: 'web/src/features/migration/MigratePatientsStep.tsx',
    tests: ['web/src/features/migration/MigratePatientsStep.test.tsx'],
    faults: [
      ['if (isStarted.current) return;', ''],
      ['if (active.total !== 0 || inactive.total !== 0) void', 'void'],
      ["if (!inactive) return ['ALL'];", ''],
    ],
  },
  {
    area: 'web migration',
    file: 'web/src/features/migration/LegacyPatients.tsx',
    tests: ['web/src/features/migration/MigratePatientsStep.test.tsx'],
    faults: [['disabled={page >= pages || loading}', 'disabled={page > pages || loading}']],
  },
  {
    area: 'web migration',
    file: 'web/src/features/migration/useStartMigration.ts',
    tests: ['web/src/features/migration/MigratePatientsStep.test.tsx'],
    faults: [
      ["if (refused) toaster.error({ title: t('start.failed'), description: refused.message });", ''],
      ["toaster.error({ title: t('start.failed'), description: t('start.again') });", ''],
    ],
  },
  {
    area: 'web migration',
    file: 'web/src/features/migration/useStartMigration.ts',
    tests: ['web/src/features/migration/OrganizationMigrations.test.tsx'],
    faults: [["void cache.evict({ fieldName: 'patientMigrations' })", 'void cache']],
  },
  {
    area: 'web migration',
    file: 'web/src/features/migration/UndoMigration.tsx',
    tests: ['web/src/features/migration/OrganizationMigrations.test.tsx'],
    faults: [
      [" && state !== 'FAILED' && state !== 'UNDO_FAILED'", " && state !== 'UNDO_FAILED'"],
      ['migration.viewerCanUndo ?', 'migration ?'],
      [
        'const timer = setTimeout(() => setOver(true), Date.parse(instant) - Date.now());',
        'const timer = setTimeout(() => setOver(false), Date.parse(instant) - Date.now());',
      ],
      ["if (userErrors[0]) toaster.error({ title: t('undo.failed'), description: userErrors[0].message });", ''],
    ],
  },
  {
    area: 'web migration',
    file: 'web/src/features/migration/MigrationState.tsx',
    tests: ['web/src/features/migration/OrganizationMigrations.test.tsx'],
    faults: [
      ["state === 'UNDOING' ? undone + kept : migrated + alreadyHere + refused", 'migrated + alreadyHere + refused'],
    ],
  },
  {
    area: 'web migration',
    file: 'web/src/features/migration/OrganizationMigrations.tsx',
    tests: ['web/src/features/migration/OrganizationMigrations.test.tsx'],
    faults: [
      ['viewerCanMigrateOrganizations && Boolean(dmeId)', 'Boolean(dmeId)'],
      ['isMigrated={migratedAt !== null}', 'isMigrated'],
    ],
  },
];
