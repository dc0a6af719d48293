import type { Contract } from '../../test/contract/contract.ts';
import { patientMigrationRow, migratedRow } from '../../test/contract/isolation.fixture.ts';
import { READ } from '../../test/contract/grants.fixture.ts';

/** What the contract tests expect of migration, typed from the documents. */
export const contract: Contract = {
  operations: {
    // Migration from the legacy system: document 001, section 7, and DESIGN section 7 (`migrate.org`). The progress and the results
    // are of all support staff. Patients of the legacy system have no row here, so no line names them.
    'GET /api/migration-patients/{dme_id}': ['migrate.org', 'read', 'none'],
    'GET /api/migration-search': ['migrate.org', 'none'],
    'Mutation.migrateOrganization': ['migrate.org', 'write'],
    'Mutation.migratePatients': ['migrate.org', 'write', 'none'],
    'Mutation.undoPatientMigration': ['migrate.org', 'write', 'none'],
    'POST /api/migrate/patients': ['migrate.org', 'write'],
    'POST /api/orgs/get-location': ['migrate.org', 'none'],
    'POST /api/orgs/{dme_id}/migrate': ['migrate.org', 'write'],
    'Query.legacyContact': ['migrate.org', 'none'],
    'Query.legacyLocations': ['migrate.org', 'none'],
    'Query.legacyPatients': ['migrate.org', 'read', 'none'],
    'Query.patientMigration': ['viewAny.org', 'read', 'rows'],
    'Query.patientMigrations': ['viewAny.org', 'read', 'rows'],
    'Subscription.patientMigrationProgress': ['viewAny.org', 'none'],
  },
  ofNoOrganization: [
    'Mutation.undoPatientMigration input.id', // migration/patient-migrations.test.ts
    'Query.node id (PatientMigrationRow)', // nodes.test.ts
    'Query.patientMigration id',
    'Query.patientMigrations organizationId',
    'Subscription.patientMigrationProgress id',
    'GET /api/migration-patients/{dme_id} {dme_id}', // migration/migration.test.ts
    'POST /api/orgs/{dme_id}/migrate {dme_id}',
  ],
  auditedElsewhere: [
    'GET /api/migration-patients/{dme_id}', // migration/*.test.ts
    'GET /api/migration-search',
    'Mutation.migrateOrganization',
    'Mutation.migratePatients',
    'Mutation.undoPatientMigration',
    'POST /api/migrate/patients',
    'POST /api/orgs/get-location',
    'POST /api/orgs/{dme_id}/migrate',
    'Query.legacyContact',
    'Query.legacyLocations',
    'Query.legacyPatients',
    'Query.patientMigration',
    'Query.patientMigrations',
    'Subscription.patientMigrationProgress',
  ],
  once: [
    'Mutation.migrateOrganization',
    'Mutation.migratePatients',
    'POST /api/migrate/patients',
    'POST /api/orgs/{dme_id}/migrate',
  ],
  unversioned: {
    'Mutation.migrateOrganization': 'state',
    'Mutation.migratePatients': 'adds',
    'Mutation.undoPatientMigration': 'state',
    'POST /api/migrate/patients': 'adds',
    'POST /api/orgs/{dme_id}/migrate': 'adds',
  },
  rights: {
    // The directory of the legacy system, of no organization.
    legacy_locations: { jobs: READ },
    legacy_patients: { jobs: READ },
    // Of support staff alone: who started one, where its patients go, and when it ended is set by a trigger.
    patient_migrations: {
      support: {
        select: 'all',
        insert: 'org_id user_id target_org_id location_id dme_id scope total',
        update:
          'state total migrated_count already_here_count refused_count undone_count kept_count at_active at_id attempts problem',
      },
      jobs: { select: 'all', update: 'state problem' },
      definer: READ,
    },
    patient_migration_rows: {
      support: {
        select: 'all',
        insert: 'migration_id legacy_id first_name last_name result reason_code patient_org_id patient_id fingerprint',
        update: 'first_name last_name result reason_code patient_org_id patient_id fingerprint',
      },
      definer: READ,
    },
  },
  viewerFields: [['viewerCanMigrateOrganizations', 'support', 'migrate.org']],
  lists: {
    patientMigrationRows: { notCopied: 'the results of one migration' },
  },
  change: {
    patient_migrations: "state = 'failed'",
    patient_migration_rows: "first_name = 'changed'",
  },
  newRows: (w) => [
    ['patient_migrations', 'support', patientMigrationRow(w.b, w.userB, w.b2), false], // without migrate.org
    ['patient_migration_rows', 'support', migratedRow(1, '2'), false],
  ],
};
