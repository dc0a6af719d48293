import { read, write, type Access } from '../auth/operation.ts';

/** The largest location of the legacy system. Longer lists of patients are refused. */
export const MAX_PATIENTS = 100_000;

// Each question is a call of another system.
const ask = { ...read('migrate.org', 'none'), phi: false, audit: 'none', cost: 20 } as const;
// Patients of the legacy system: they are no rows here.
const askForPatients = { ...read('migrate.org', 'none'), cost: 20 } as const;

/** The operations of this folder and the permission that each needs. */
export const migrationAccess: Access = {
  'GET /api/migration-patients/{dme_id}': askForPatients,
  'GET /api/migration-search': ask,
  'Mutation.migrateOrganization': { ...write('migrate.org', 'once'), phi: false },
  // The lines of the job name the patients.
  'Mutation.migratePatients': { ...write('migrate.org', 'once'), shows: 'none', cost: 1000 },
  'Mutation.undoPatientMigration': { ...write('migrate.org', 'harmless'), shows: 'none' },
  // The patients of the largest location, each by its id.
  'POST /api/migrate/patients': {
    ...write('migrate.org', 'once'),
    phi: false,
    cost: 1000,
    shape: { list: MAX_PATIENTS, values: MAX_PATIENTS + 10 },
  },
  'POST /api/orgs/get-location': { ...read('migrate.org', 'none'), phi: false, audit: 'none' },
  'POST /api/orgs/{dme_id}/migrate': { ...write('migrate.org', 'once'), phi: false },
  'Query.legacyContact': { ...read('migrate.org', 'none'), phi: false, audit: 'none' },
  'Query.legacyLocations': ask,
  'Query.legacyPatients': askForPatients,
  'Query.patientMigration': { ...read('viewAny.org', 'rows'), nodes: ['PatientMigrationRow'] },
  'Query.patientMigrations': read('viewAny.org', 'rows'),
  'Subscription.patientMigrationProgress': { ...read('viewAny.org', 'none'), phi: false, audit: 'none' },
};
