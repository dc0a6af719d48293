import { Badge, Box, HStack } from '@chakra-ui/react';
import { Star } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { Card } from '../../components/Card.tsx';
import { DataTable, type DataTableColumn } from '../../components/DataTable.tsx';
import { useLocalRows } from '../../components/useLocalRows.ts';
import { useLocalTable } from '../../components/useLocalTable.ts';
import { graphql } from '../../lib/graphql.ts';
import type { PageOrganization } from '../../lib/pageOrganization.ts';
import { formatPhone } from '../../lib/phone.ts';
import { useShown } from '../../lib/useShown.ts';
import { AddLocation } from './AddLocation.tsx';
import { useLocationsPanelQuery, type LocationRow_locationFragment } from './gql/LocationsPanel.ts';
import { LocationActions } from './LocationActions.tsx';

graphql(`
  fragment LocationRow_location on Location {
    id
    databaseId
    version
    name
    address1
    address2
    city
    state
    zip
    country
    phone
    customId
    isPrimary
    closedAt
  }
`);

graphql(`
  query LocationsPanel($id: ID!) {
    organization(id: $id) {
      id
      record {
        viewerCanManagePlaces
        locations {
          ...LocationRow_location @unmask
        }
      }
    }
  }
`);

export type LocationRow = LocationRow_locationFragment;

const addressOf = ({ address1, address2 }: LocationRow) => [address1, address2].filter(Boolean).join(', ');
const searchedIn = (row: LocationRow) =>
  [row.name, addressOf(row), row.city, row.state, row.zip, row.customId].filter(Boolean).join('\n');

/** The columns of the locations; those with `text` can be sorted by. */
function useColumns(organizationId: string, locations: readonly LocationRow[], mayManage: boolean) {
  const { t } = useTranslation('locations');
  return useMemo<DataTableColumn<LocationRow>[]>(
    () => [
      {
        id: 'name',
        header: t('name'),
        identity: true,
        sortable: true,
        cell: ({ name, isPrimary, closedAt }) => (
          <HStack gap="1.5">
            {name}
            {isPrimary ? <Star size={14} fill="currentColor" role="img" aria-label={t('primary.star')} /> : null}
            {closedAt ? <Badge>{t('closed')}</Badge> : null}
          </HStack>
        ),
      },
      { id: 'address', header: t('address'), cell: addressOf },
      { id: 'city', header: t('city'), sortable: true, cell: ({ city }) => city },
      { id: 'state', header: t('state'), sortable: true, cell: ({ state }) => state },
      { id: 'zip', header: t('zip'), sortable: true, cell: ({ zip }) => zip },
      { id: 'country', header: t('country'), cell: ({ country }) => country },
      { id: 'phone', header: t('phone'), nowrap: true, cell: ({ phone }) => formatPhone(phone) },
      { id: 'customId', header: t('customId'), sortable: true, cell: ({ customId }) => customId },
      ...(mayManage
        ? [
            {
              id: 'actions',
              header: t('actions'),
              action: true,
              cell: (location: LocationRow) => (
                <LocationActions organizationId={organizationId} location={location} locations={locations} />
              ),
            },
          ]
        : []),
    ],
    [t, organizationId, locations, mayManage],
  );
}

const none: readonly LocationRow[] = [];

/**
 * The locations of an organization: the primary one first and with a star, the closed ones last. The list of
 * organizations leads here in a new tab (`#locations`): the address is followed when the data has arrived.
 */
export function LocationsPanel({ organization }: { organization: Pick<PageOrganization, 'databaseId' | 'record'> }) {
  const { t } = useTranslation('locations');
  const id = String(organization.databaseId);
  const {
    data: read,
    loading,
    error,
    refetch,
  } = useLocationsPanelQuery({
    variables: { id },
    fetchPolicy: 'cache-and-network',
  });
  const { shown: data } = useShown({ data: read, error }, id);
  const card = useRef<HTMLDivElement>(null);
  const { hash } = useLocation();
  const isThere = data !== undefined;
  useEffect(() => {
    if (hash === '#locations' && isThere) card.current?.scrollIntoView();
  }, [hash, isThere]);

  const record = data?.organization?.record;
  const locations = record?.locations ?? none;
  const mayManage = record?.viewerCanManagePlaces ?? false;
  const table = useLocalTable('organization-locations', { scope: id, keepsSearch: true });
  const page = useLocalRows(table, locations, searchedIn);
  const columns = useColumns(id, locations, mayManage);
  return (
    <Box ref={card}>
      <Card id="locations" title={t('title')} action={mayManage ? <AddLocation organizationId={id} /> : null}>
        <DataTable
          label={t('title')}
          columns={columns}
          rows={data && page.rows}
          rowKey={(row) => row.id}
          totalCount={data && page.total}
          unfilteredCount={locations.length}
          loading={loading && !data}
          coming={organization.record?.locationCount}
          error={error}
          onRetry={() => void refetch()}
          table={table}
          empty="noData"
          about={t('about')}
        />
      </Card>
    </Box>
  );
}
