import { Text } from '@chakra-ui/react';
import type { TFunction } from 'i18next';
import type { DataTableColumn } from '../../components/DataTable.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import type { FilterField } from '../../components/tableFilters.ts';
import { TextLink } from '../../components/TextLink.tsx';
import { graphql } from '../../lib/graphql.ts';
import { urls } from '../../lib/urls.ts';
import type { PatientMigrationRowsQuery } from './gql/migrationColumns.ts';

graphql(`
  query PatientMigrationRows(
    $id: ID!
    $first: Int
    $page: Int
    $search: String
    $orderBy: PatientMigrationRowsOrder
    $where: PatientMigrationRowsWhere
  ) {
    patientMigration(id: $id) {
      id
      rows(first: $first, page: $page, search: $search, orderBy: $orderBy, where: $where) {
        edges {
          node {
            legacyId
            firstName
            lastName
            result
            reason
            patient {
              id
              databaseId
            }
          }
        }
        totalCount
        totalCountIsCapped
        unfilteredCount
        unfilteredCountIsCapped
      }
    }
  }
`);

/** What became of one patient of a migration. */
export type MigrationRow = PatientMigrationRowsQuery['patientMigration']['rows']['edges'][number]['node'];

const tones = {
  WAITING: 'neutral',
  MIGRATED: 'success',
  ALREADY_HERE: 'info',
  REFUSED: 'danger',
  UNDONE: 'neutral',
  KEPT: 'warning',
} as const;

/** The columns of the patients of a migration. The ids are the API's orderBy names. */
export const migrationColumns = (
  t: TFunction<'migration'>,
  { viewerCanReadPatients }: { viewerCanReadPatients: boolean },
): DataTableColumn<MigrationRow>[] => [
  {
    id: 'name',
    header: t('rows.name'),
    identity: true,
    cell: ({ firstName, lastName, patient }) => {
      const name = [lastName, firstName].filter(Boolean).join(', ');
      if (!patient || !viewerCanReadPatients) return name || '–';
      return <TextLink to={urls.patient(patient.databaseId)}>{name || t('rows.patient')}</TextLink>;
    },
  },
  { id: 'legacy_id', header: t('rows.legacyId'), sortable: true, cell: ({ legacyId }) => legacyId },
  {
    id: 'result',
    header: t('rows.result'),
    cell: ({ result }) => <StatusBadge tone={tones[result]}>{t(`results.${result}`)}</StatusBadge>,
  },
  { id: 'reason', header: t('rows.reason'), cell: ({ reason }) => reason && <Text as="span">{reason}</Text> },
];

/** The results, as the filter of the list names them. */
const RESULTS = ['waiting', 'migrated', 'already_here', 'refused', 'undone', 'kept'] as const;

/** The filter of the patients of a migration. */
export const migrationFilterFields = (t: TFunction<'migration'>): FilterField[] => [
  {
    field: 'result',
    type: 'choice',
    label: t('rows.result'),
    choices: RESULTS.map((value) => ({ value, label: t(`results.${value.toUpperCase() as Uppercase<typeof value>}`) })),
  },
];
