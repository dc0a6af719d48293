import { Stack, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/Card.tsx';
import { graphql } from '../../gql/gql.ts';
import type { OrganizationGroups_organizationFragment } from '../../gql/graphql.ts';

graphql(`
  fragment OrganizationGroups_organization on Organization {
    id
    record {
      groups {
        id
        name
      }
    }
  }
`);

/** The groups of an organization. */
export function OrganizationGroups({ organization }: { organization: OrganizationGroups_organizationFragment }) {
  const { t } = useTranslation('organizations');
  const groups = organization.record?.groups ?? [];
  return (
    <Card title={t('groups')}>
      {groups.length > 0 ? (
        <Stack as="ul" gap="1" listStyleType="none">
          {groups.map(({ id, name }) => (
            <li key={id}>{name}</li>
          ))}
        </Stack>
      ) : (
        <Text color="fg.muted">{t('noGroups')}</Text>
      )}
    </Card>
  );
}
