import type { TFunction } from 'i18next';
import { UPLOAD_STATES, uploadFilters } from '#rules/uploads/uploads.list';
import type { DataTableColumn } from '../../components/DataTable.tsx';
import { defineList, type ListViewer } from '../../components/ListPage.tsx';
import { filterFields, type FilterField } from '../../components/tableFilters.ts';
import { TextLink } from '../../components/TextLink.tsx';
import { formatInstant } from '../../lib/dates.ts';
import { graphql } from '../../lib/graphql.ts';
import { urls } from '../../lib/urls.ts';
import { UploadsPageDocument as query, type UploadsPageQuery } from './gql/uploadList.ts';
import { LiveUploadState } from './LiveUploadState.tsx';

graphql(`
  query UploadsPage($first: Int, $page: Int, $search: String, $orderBy: UploadsOrder, $where: UploadsWhere) {
    uploads(first: $first, page: $page, search: $search, orderBy: $orderBy, where: $where) {
      edges {
        node {
          id
          databaseId
          createdAt
          sentBy
          serial
          state
          fileCount
          addedCount
          completedCount
          voidedCount
        }
      }
      totalCount
      totalCountIsCapped
      unfilteredCount
      unfilteredCountIsCapped
    }
  }
`);

type UploadRow = UploadsPageQuery['uploads']['edges'][number]['node'];

/** The columns of the list of uploads. The ids are the API's orderBy names. */
const uploadColumns = (
  t: TFunction<'uploads'>,
  { organization: { timezone } }: ListViewer,
): DataTableColumn<UploadRow>[] => [
  {
    id: 'id',
    header: t('id'),
    identity: true,
    nowrap: true,
    sortable: true,
    cell: ({ databaseId }) => <TextLink to={urls.upload(databaseId)}>{t('number', { id: databaseId })}</TextLink>,
  },
  {
    id: 'created',
    header: t('created'),
    sortable: true,
    dates: 'time',
    cell: ({ createdAt }) => formatInstant(createdAt, timezone),
  },
  { id: 'serial', header: t('serial'), sortable: true, cell: ({ serial }) => serial },
  { id: 'state', header: t('status'), cell: ({ id, state }) => <LiveUploadState id={id} state={state} /> },
  { id: 'files', header: t('files'), align: 'end', cell: ({ fileCount }) => fileCount },
  { id: 'added', header: t('added'), align: 'end', cell: ({ addedCount }) => addedCount },
  { id: 'completed', header: t('completed'), align: 'end', cell: ({ completedCount }) => completedCount },
  { id: 'voided', header: t('voided'), align: 'end', cell: ({ voidedCount }) => voidedCount },
  { id: 'sent_by', header: t('sentBy'), sortable: true, cell: ({ sentBy }) => sentBy },
];

/** The filters of the list of uploads. */
const uploadFilterFields = (t: TFunction<'uploads'>): FilterField[] =>
  filterFields(uploadFilters, {
    id: t('id'),
    created: t('created'),
    sent_by: t('sentBy'),
    serial: t('serial'),
    state: { label: t('status'), choices: UPLOAD_STATES.map((value) => ({ value, label: t(`state.${value}`) })) },
  });

/** The uploads of the organization, the newest first. */
export const uploadList = defineList({
  table: 'uploads',
  options: { sort: '-created' },
  query,
  connection: (data) => data.uploads,
  columns: uploadColumns,
  filters: uploadFilterFields,
  csvPath: '/api/uploads',
  canExport: ({ viewerCanExportDevices }) => viewerCanExportDevices,
  empty: 'noData',
  about: (t) => t('about'),
});
