import { HStack, Text } from '@chakra-ui/react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/Card.tsx';
import { DataTable, type DataTableColumn } from '../../components/DataTable.tsx';
import { useLocalRows } from '../../components/useLocalRows.ts';
import { useLocalTable } from '../../components/useLocalTable.ts';
import { graphql } from '../../lib/graphql.ts';
import { useShown } from '../../lib/useShown.ts';
import { useOrgGroupsPanelQuery, type GroupRow_groupFragment, type OrgGroupsPanelQuery } from './gql/OrgGroupsPanel.ts';
import { OrgGroupButton } from './OrgGroupButton.tsx';
import { RemoveOrgGroup } from './RemoveOrgGroup.tsx';

graphql(`
  fragment GroupRow_group on OrgGroup {
    id
    databaseId
    version
    name
    userCount
    locations {
      id
      databaseId
      name
    }
  }
`);

graphql(`
  query OrgGroupsPanel($id: ID!) {
    organization(id: $id) {
      id
      record {
        viewerCanManagePlaces
        locations {
          id
          databaseId
          name
          closedAt
        }
        groups {
          ...GroupRow_group @unmask
        }
      }
    }
  }
`);

type Record = NonNullable<NonNullable<OrgGroupsPanelQuery['organization']>['record']>;
export type GroupRow = GroupRow_groupFragment;
/** The locations of the organization, of which open ones are offered. */
export type GroupLocation = Record['locations'][number];

const none: readonly never[] = [];
const namesOf = ({ locations }: GroupRow) => locations.map(({ name }) => name).join(', ');
const searchedIn = (group: GroupRow) => `${group.name}\n${namesOf(group)}`;

/** The groups of an organization, with the locations that each covers and the number of its users. */
export function OrgGroupsPanel({ organization }: { organization: { databaseId: number } }) {
  const { t } = useTranslation('org-groups');
  const id = String(organization.databaseId);
  const {
    data: read,
    loading,
    error,
    refetch,
  } = useOrgGroupsPanelQuery({
    variables: { id },
    fetchPolicy: 'cache-and-network',
  });
  const { shown: data } = useShown({ data: read, error }, id);
  const record = data?.organization?.record;
  const groups = record?.groups ?? none;
  const locations = record?.locations ?? none;
  const mayManage = record?.viewerCanManagePlaces ?? false;
  const table = useLocalTable('organization-groups', { scope: id, keepsSearch: true });
  const page = useLocalRows(table, groups, searchedIn);
  const columns = useMemo<DataTableColumn<GroupRow>[]>(
    () => [
      { id: 'name', header: t('name'), identity: true, sortable: true, cell: ({ name }) => name },
      {
        id: 'locations',
        header: t('locations'),
        cell: (group) => namesOf(group) || <Text color="fg.muted">{t('noLocations')}</Text>,
      },
      { id: 'userCount', header: t('users'), sortable: true, align: 'end', cell: ({ userCount }) => userCount },
      ...(mayManage
        ? [
            {
              id: 'actions',
              header: t('actions'),
              action: true,
              cell: (group: GroupRow) => (
                <HStack gap="0">
                  <OrgGroupButton organizationId={id} locations={locations} group={group} />
                  <RemoveOrgGroup group={group} />
                </HStack>
              ),
            },
          ]
        : []),
    ],
    [t, id, locations, mayManage],
  );
  return (
    <Card title={t('title')} action={mayManage ? <OrgGroupButton organizationId={id} locations={locations} /> : null}>
      <DataTable
        label={t('title')}
        columns={columns}
        rows={data && page.rows}
        rowKey={(row) => row.id}
        totalCount={data && page.total}
        unfilteredCount={groups.length}
        loading={loading && !data}
        // Nothing says how many: most organizations have few.
        coming={2}
        error={error}
        onRetry={() => void refetch()}
        table={table}
        empty="noData"
        about={t('about')}
      />
    </Card>
  );
}
