import { Button, HStack, Table, Text } from '@chakra-ui/react';
import { CircleSlash, TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { tableCss } from '../../components/dataTableCss.ts';
import type { FindLegacyLocationsQuery } from './gql/MigrateOrganizationSearch.ts';

export type LegacyLocation = FindLegacyLocationsQuery['legacyLocations'][number];

const COLUMNS = ['dmeId', 'name', 'address', 'town', 'action'] as const;

/** A child location and one that is already migrated cannot be selected (document 001, section 4). */
const isStopped = ({ isChild, migrated }: LegacyLocation) => isChild || migrated;

/** The locations that the search found, those that cannot be selected last. On a phone a row is a card. */
export function LegacyLocationTable(props: {
  locations: readonly LegacyLocation[];
  contact: string;
  isSearching: boolean;
  onSelect: (location: LegacyLocation) => void;
}) {
  const { t } = useTranslation('migration');
  const { locations, contact, onSelect } = props;
  const rows = locations.toSorted((a, b) => Number(isStopped(a)) - Number(isStopped(b)));
  return (
    <Table.Root
      role="table"
      size="sm"
      aria-label={t('search.results')}
      aria-busy={props.isSearching}
      css={tableCss('compact')}
    >
      <thead role="rowgroup">
        <tr role="row">
          {COLUMNS.map((column) => (
            <Table.ColumnHeader key={column} role="columnheader" scope="col" whiteSpace="nowrap">
              {t(`place.${column}`)}
            </Table.ColumnHeader>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((location) => (
          <LocationRow key={location.dmeId} location={location} contact={contact} onSelect={onSelect} />
        ))}
      </tbody>
    </Table.Root>
  );
}

/** One location; one with an API key can be selected, with a warning. */
function LocationRow(props: {
  location: LegacyLocation;
  contact: string;
  onSelect: (location: LegacyLocation) => void;
}) {
  const { t } = useTranslation('migration');
  const id = useId();
  const { location } = props;
  const { dmeId, name, address1, address2, city, state, zip, isChild, migrated, hasApiKey } = location;
  const notes = [
    { text: isChild ? t('search.child') : null, Icon: CircleSlash, color: 'fg.muted' },
    { text: migrated ? t('search.migrated') : null, Icon: CircleSlash, color: 'fg.muted' },
    { text: hasApiKey ? t('search.apiKey', { name: props.contact }) : null, Icon: TriangleAlert, color: 'fg.warning' },
  ].filter(({ text }) => text !== null);
  return (
    <tr role="row">
      <td role="cell" data-label={t('place.dmeId')} data-nowrap="true">
        {dmeId}
      </td>
      <td role="cell" data-label={t('place.name')} data-identity="true" id={id}>
        <div>
          {name}
          {notes.map(({ text, Icon, color }) => (
            <HStack
              key={text}
              gap="1.5"
              mt="1"
              align="flex-start"
              color={color}
              textStyle="xs"
              fontWeight="normal"
              css={{ '& > svg': { flexShrink: '0', mt: '0.5' } }}
            >
              <Icon size={14} aria-hidden="true" />
              <Text>{text}</Text>
            </HStack>
          ))}
        </div>
      </td>
      <td role="cell" data-label={t('place.address')}>
        {[address1, address2].filter(Boolean).join(', ')}
      </td>
      <td role="cell" data-label={t('place.town')}>
        {[city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')}
      </td>
      <td role="cell" data-nowrap="true">
        <Button
          size="xs"
          minH={{ base: '10', sm: '0' }}
          variant="outline"
          aria-describedby={id}
          disabled={isStopped(location)}
          onClick={() => props.onSelect(location)}
        >
          {t('search.select')}
        </Button>
      </td>
    </tr>
  );
}
