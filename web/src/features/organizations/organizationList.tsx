import type { TFunction } from 'i18next';
import { organizationFilters } from '#rules/organizations/organizations.list';
import type { DataTableColumn } from '../../components/DataTable.tsx';
import { defineList, type ListViewer } from '../../components/ListPage.tsx';
import { filterFields, type FilterField } from '../../components/tableFilters.ts';
import { TextLink } from '../../components/TextLink.tsx';
import { formatInstant } from '../../lib/dates.ts';
import { graphql } from '../../lib/graphql.ts';
import { formatCount } from '../../lib/numberLocale.ts';
import { urls } from '../../lib/urls.ts';
import { OrganizationsPageDocument as query, type OrganizationsPageQuery } from './gql/organizationList.ts';
import { OrganizationStatus } from './OrganizationStatus.tsx';
import { ClinicalTypeText } from './ClinicalTypeText.tsx';
import { OrganizationTypeText } from './OrganizationTypeText.tsx';

graphql(`
  query OrganizationsPage(
    $first: Int
    $page: Int
    $search: String
    $orderBy: OrganizationsOrder
    $where: OrganizationsWhere
  ) {
    organizations(first: $first, page: $page, search: $search, orderBy: $orderBy, where: $where) {
      edges {
        node {
          id
          databaseId
          name
          type
          record {
            active
            draft
            clinicalType
            createdAt
            patientCount
            userCount
            locationCount
            primaryLocation {
              id
              name
              city
              state
              zip
            }
          }
        }
      }
      totalCount
      totalCountIsCapped
      unfilteredCount
      unfilteredCountIsCapped
    }
  }
`);

export type OrganizationRow = OrganizationsPageQuery['organizations']['edges'][number]['node'];

/** A type of organization, as the filter panel offers it: its id and label. */
export type TypeOption = readonly [id: string, label: string];

/**
 * The columns of the list of organizations. The ids are the API's orderBy names. Type, status and town are first, because
 * a phone shows only three.
 */
const organizationColumns = (
  t: TFunction<'organizations'>,
  { organization: { timezone } }: ListViewer,
): DataTableColumn<OrganizationRow>[] => [
  {
    id: 'name',
    header: t('name'),
    identity: true,
    sortable: true,
    cell: ({ databaseId, name }) => <TextLink to={urls.organization(databaseId)}>{name}</TextLink>,
  },
  { id: 'type', header: t('type'), cell: ({ type }) => <OrganizationTypeText type={type} /> },
  {
    id: 'status',
    header: t('status'),
    cell: ({ record }) => record && <OrganizationStatus active={record.active} draft={record.draft} />,
  },
  {
    id: 'city_state',
    header: t('cityState'),
    cell: ({ record }) => [record?.primaryLocation?.city, record?.primaryLocation?.state].filter(Boolean).join(', '),
  },
  { id: 'zip', header: t('zip'), cell: ({ record }) => record?.primaryLocation?.zip },
  {
    id: 'clinical_type',
    header: t('clinicalType'),
    cell: ({ record }) => record?.clinicalType && <ClinicalTypeText type={record.clinicalType} />,
  },
  {
    id: 'patient_count',
    header: t('patients'),
    align: 'end',
    cell: ({ record }) => record && formatCount(record.patientCount),
  },
  {
    id: 'user_count',
    header: t('users'),
    align: 'end',
    cell: ({ databaseId, record }) => (
      <TextLink to={urls.organizationUsers(databaseId)}>{record ? formatCount(record.userCount) : ''}</TextLink>
    ),
  },
  { id: 'location', header: t('primaryLocation'), cell: ({ record }) => record?.primaryLocation?.name },
  {
    // A new tab: document 001, section 2.
    id: 'location_count',
    header: t('locations'),
    align: 'end',
    cell: ({ databaseId, record }) => (
      <TextLink to={urls.organizationLocations(databaseId)} target="_blank" rel="noopener">
        {record ? formatCount(record.locationCount) : ''}
      </TextLink>
    ),
  },
  {
    id: 'created_at',
    header: t('created'),
    sortable: true,
    dates: 'time',
    cell: ({ record }) => formatInstant(record?.createdAt, timezone),
  },
  { id: 'id', header: t('id'), sortable: true, cell: ({ databaseId }) => databaseId },
];

/** The filters of the list of organizations. */
const organizationFilterFields = (t: TFunction<'organizations'>, types: readonly TypeOption[]): FilterField[] =>
  filterFields(organizationFilters, {
    id: t('id'),
    name: t('name'),
    type: { label: t('type'), choices: types.map(([value, label]) => ({ value, label })) },
    status: {
      label: t('status'),
      text: (_condition, value) => t(value === '1' ? 'statusIsActive' : 'statusIsInactive'),
    },
    created_at: t('created'),
  });

/** The list of the organizations. `types`: the labels of the filter by type. */
export const organizationListOf = (types: readonly TypeOption[]) =>
  defineList({
    table: 'organizations',
    options: { sort: 'name', hidden: ['location', 'created_at', 'id'] },
    query,
    connection: (data) => data.organizations,
    columns: organizationColumns,
    filters: (t: TFunction<'organizations'>) => organizationFilterFields(t, types),
    csvPath: '/api/orgs/datatable',
    canExport: ({ viewerCanExportUsers }) => viewerCanExportUsers,
    empty: 'noData',
    about: (t) => t('about'),
  });
