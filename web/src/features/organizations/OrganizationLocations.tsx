import { Box, HStack, Table, Text, type BoxProps } from '@chakra-ui/react';
import { Star } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { Card } from '../../components/Card.tsx';
import { graphql } from '../../gql/gql.ts';
import type { OrganizationLocations_organizationFragment } from '../../gql/graphql.ts';
import { formatPhone } from '../../lib/phone.ts';

graphql(`
  fragment OrganizationLocations_organization on Organization {
    id
    record {
      locations {
        id
        name
        address1
        address2
        city
        state
        zip
        country
        phone
        isPrimary
      }
    }
  }
`);

const COLUMNS = ['name', 'address', 'city', 'state', 'zip', 'country', 'phone'] as const;

/**
 * The locations of an organization, the primary one first and with a star. The list of organizations leads here in a
 * new tab (`#locations`): the address is followed when the data has arrived.
 */
export function OrganizationLocations(
  props: { organization: OrganizationLocations_organizationFragment } & Pick<BoxProps, 'gridColumn'>,
) {
  const { t } = useTranslation('organizations');
  const { organization, ...place } = props;
  const card = useRef<HTMLDivElement>(null);
  const { hash } = useLocation();
  useEffect(() => {
    if (hash === '#locations') card.current?.scrollIntoView();
  }, [hash]);
  const locations = organization.record?.locations ?? [];
  return (
    <Box ref={card} {...place}>
      <Card id="locations" title={t('locations')}>
        {locations.length > 0 ? (
          <Box role="region" aria-label={t('locations')} tabIndex={0} overflowX="auto">
            <Table.Root size="sm" aria-label={t('locations')}>
              <Table.Header>
                <Table.Row>
                  {COLUMNS.map((column) => (
                    <Table.ColumnHeader key={column} scope="col">
                      {t(`place.${column}`)}
                    </Table.ColumnHeader>
                  ))}
                </Table.Row>
              </Table.Header>
              <Table.Body>
                {locations.map(({ id, name, address1, address2, city, state, zip, country, phone, isPrimary }) => (
                  <Table.Row key={id}>
                    <Table.Cell>
                      <HStack gap="1">
                        {name}
                        {isPrimary ? <Star size={14} fill="currentColor" role="img" aria-label={t('primary')} /> : null}
                      </HStack>
                    </Table.Cell>
                    <Table.Cell>{[address1, address2].filter(Boolean).join(', ')}</Table.Cell>
                    <Table.Cell>{city}</Table.Cell>
                    <Table.Cell>{state}</Table.Cell>
                    <Table.Cell>{zip}</Table.Cell>
                    <Table.Cell>{country}</Table.Cell>
                    <Table.Cell whiteSpace="nowrap">{formatPhone(phone)}</Table.Cell>
                  </Table.Row>
                ))}
              </Table.Body>
            </Table.Root>
          </Box>
        ) : (
          <Text color="fg.muted">{t('noLocations')}</Text>
        )}
      </Card>
    </Box>
  );
}
