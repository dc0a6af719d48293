import { HStack } from '@chakra-ui/react';
import type { TFunction } from 'i18next';
import { sampleItemFilters } from '#rules/sample-items/sample-items.list';
import type { DataTableColumn } from '../../components/DataTable.tsx';
import { defineList, type ListViewer } from '../../components/ListPage.tsx';
import { filterFields, type FilterField } from '../../components/tableFilters.ts';
import { formatInstant } from '../../lib/dates.ts';
import { graphql } from '../../lib/graphql.ts';
import { EditSampleItem } from './EditSampleItem.tsx';
import { SampleItemsPageDocument as query } from './gql/sampleItemList.ts';
import { RemoveSampleItem } from './RemoveSampleItem.tsx';
import type { SampleItemRow } from './SampleItemDialog.tsx';

graphql(`
  fragment SampleItemRow_sampleItem on SampleItem {
    id
    databaseId
    version
    name
    createdAt
    createdBy {
      id
      firstName
      lastName
    }
  }
`);

graphql(`
  query SampleItemsPage(
    $first: Int
    $page: Int
    $search: String
    $orderBy: SampleItemsOrder
    $where: SampleItemsWhere
  ) {
    sampleItems(first: $first, page: $page, search: $search, orderBy: $orderBy, where: $where) {
      edges {
        node {
          ...SampleItemRow_sampleItem @unmask
        }
      }
      totalCount
      totalCountIsCapped
      unfilteredCount
      unfilteredCountIsCapped
    }
  }
`);

/** The columns of the list of sample items. The ids are the API's orderBy names. */
const sampleItemColumns = (
  t: TFunction<'sample-items'>,
  { organization }: ListViewer,
): DataTableColumn<SampleItemRow>[] => [
  { id: 'id', header: t('id'), sortable: true, cell: ({ databaseId }) => databaseId },
  { id: 'name', header: t('name'), identity: true, sortable: true, cell: ({ name }) => name },
  {
    id: 'created_by',
    header: t('createdBy'),
    cell: ({ createdBy }) => createdBy && `${createdBy.lastName}, ${createdBy.firstName}`,
  },
  {
    id: 'created',
    header: t('created'),
    dates: 'time',
    cell: ({ createdAt }) => formatInstant(createdAt, organization.timezone),
  },
  {
    id: 'actions',
    header: t('actions'),
    action: true,
    csv: [],
    cell: (row) => (
      <HStack gap="1">
        <EditSampleItem sampleItem={row} />
        <RemoveSampleItem sampleItem={row} />
      </HStack>
    ),
  },
];

/** The filters of the list of sample items. */
const sampleItemFilterFields = (t: TFunction<'sample-items'>): FilterField[] =>
  filterFields(sampleItemFilters, { id: t('id'), name: t('name') });

export const sampleItemList = defineList({
  table: 'sample-items',
  query,
  connection: (data) => data.sampleItems,
  columns: sampleItemColumns,
  filters: sampleItemFilterFields,
  csvPath: '/api/sample-items/datatable',
  canExport: ({ viewerCanExportUsers }) => viewerCanExportUsers,
  about: (t) => t('about'),
});
