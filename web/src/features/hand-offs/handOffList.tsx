import { Text } from '@chakra-ui/react';
import type { TFunction } from 'i18next';
import { HAND_OFF_KINDS, HAND_OFF_SIDES, HAND_OFF_STATES, handOffFilters } from '#rules/hand-offs/hand-offs.list';
import type { DataTableColumn } from '../../components/DataTable.tsx';
import { HandOffStateBadge, type HandOffState } from '../../components/HandOffStateBadge.tsx';
import { defineList, type ListViewer } from '../../components/ListPage.tsx';
import { filterFields, type FilterField } from '../../components/tableFilters.ts';
import { TextLink } from '../../components/TextLink.tsx';
import { formatInstant } from '../../lib/dates.ts';
import { daysLeft } from '../../lib/daysLeft.ts';
import { graphql } from '../../lib/graphql.ts';
import { nameInList } from '../../lib/nameInList.ts';
import { urls } from '../../lib/urls.ts';
import { HandOffsPageDocument as query, type HandOffsPageQuery } from './gql/handOffList.ts';

graphql(`
  query HandOffsPage($first: Int, $page: Int, $search: String, $orderBy: HandOffsOrder, $where: HandOffsWhere) {
    handOffs(first: $first, page: $page, search: $search, orderBy: $orderBy, where: $where) {
      edges {
        node {
          id
          databaseId
          side
          kind
          state
          serial
          firstName
          lastName
          otherOrganization
          reason
          createdAt
          expires
          patient {
            id
            firstName
            lastName
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

export type HandOffRow = HandOffsPageQuery['handOffs']['edges'][number]['node'];

/** What was asked for: a device by its serial, a patient by the name that was typed or of the own record. */
export const subjectOf = ({
  serial,
  lastName,
  firstName,
  patient,
}: Pick<HandOffRow, 'serial' | 'lastName' | 'firstName' | 'patient'>) =>
  serial ??
  nameInList(lastName && firstName ? { lastName, firstName } : (patient ?? { lastName: '–', firstName: '–' }));

/**
 * The columns of the list of requests. The ids are the API's orderBy names. The state is among the first, because a phone
 * shows only those.
 */
const handOffColumns = (
  t: TFunction<'hand-offs'>,
  { organization: { timezone } }: ListViewer,
): DataTableColumn<HandOffRow>[] => [
  {
    id: 'id',
    header: t('id'),
    sortable: true,
    cell: ({ databaseId }) => <TextLink to={urls.handOff(databaseId)}>{databaseId}</TextLink>,
  },
  { id: 'side', header: t('direction'), cell: ({ side }) => t(`sides.${side}`) },
  { id: 'state', header: t('state'), cell: ({ state }) => <HandOffStateBadge state={state} /> },
  { id: 'kind', header: t('kind'), cell: ({ kind }) => t(`kinds.${kind}`) },
  {
    id: 'subject',
    header: t('subject'),
    identity: true,
    cell: (row) => <TextLink to={urls.handOff(row.databaseId)}>{subjectOf(row)}</TextLink>,
  },
  {
    id: 'other',
    header: t('otherOrganization'),
    cell: ({ otherOrganization }) => otherOrganization ?? t('notShown'),
  },
  {
    id: 'left',
    header: t('daysLeft'),
    align: 'end',
    cell: ({ state, expires }) => (state === 'OPEN' ? daysLeft(expires) : null),
  },
  {
    id: 'reason',
    header: t('reason'),
    cell: ({ reason }) => reason && <Text lineClamp="2">{reason}</Text>,
  },
  { id: 'created', header: t('created'), dates: 'time', cell: ({ createdAt }) => formatInstant(createdAt, timezone) },
];

/** The filters of the list of requests. */
const handOffFilterFields = (t: TFunction<'hand-offs'>): FilterField[] =>
  filterFields(handOffFilters, {
    id: t('id'),
    side: {
      label: t('direction'),
      choices: HAND_OFF_SIDES.map((value) => ({ value, label: t(`sides.${value === 'asker' ? 'ASKER' : 'HOLDER'}`) })),
    },
    kind: {
      label: t('kind'),
      choices: HAND_OFF_KINDS.map((value) => ({
        value,
        label: t(`kinds.${value === 'device' ? 'DEVICE' : 'PATIENT'}`),
      })),
    },
    state: {
      label: t('state'),
      choices: HAND_OFF_STATES.map((value) => ({ value, label: t(`states.${value.toUpperCase() as HandOffState}`) })),
    },
    serial: t('serial'),
    created: t('created'),
  });

/** The requests that the organization made and received. */
export const handOffList = defineList({
  table: 'handOffs',
  options: { sort: '-id' },
  query,
  connection: (data) => data.handOffs,
  columns: handOffColumns,
  filters: handOffFilterFields,
  csvPath: '',
  canExport: () => false,
  about: (t) => t('about'),
});
