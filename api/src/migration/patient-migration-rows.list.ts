import { hasWord } from '../shared/list-text.ts';
import type { ListDefinition, ListSource } from '../shared/list.ts';
import { PatientMigrationRow, ROW_RESULTS } from './patient-migration-row.entity.ts';

/** The patients of a migration with their results, searchable by name and id in the legacy system. */
export const patientMigrationRowsList: ListDefinition<PatientMigrationRow> = {
  entity: PatientMigrationRow,
  columns: {
    legacy_id: { property: 'legacyId', type: 'text', sortBy: 'legacyId' },
    first_name: { property: 'firstName', type: 'text' },
    last_name: { property: 'lastName', type: 'text' },
    result: { property: 'result', type: 'choice', choices: ROW_RESULTS },
  },
  search: (word) => hasWord(['firstName', 'lastName', 'legacyId'], word),
  defaultOrder: 'legacy_id',
  maxPage: 100,
};

/** Selects the patients of one migration. */
export const rowsOfMigration = (migrationId: number): ListSource<PatientMigrationRow> => ({
  list: patientMigrationRowsList,
  within: { migrationId },
});
