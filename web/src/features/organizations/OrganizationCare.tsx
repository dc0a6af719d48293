import { Button, HStack, Stack, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/Card.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { SkeletonLines } from '../../components/Skeletons.tsx';
import { graphql } from '../../lib/graphql.ts';
import { formatCount } from '../../lib/numberLocale.ts';
import { useViewer } from '../../lib/viewer.ts';
import type { PageOrganization } from '../../lib/pageOrganization.ts';
import { useOrganizationCareQuery } from './gql/OrganizationCare.ts';
import { useActIn } from './useActIn.ts';

graphql(`
  query OrganizationCare($id: ID!) {
    organization(id: $id) {
      id
      record {
        patientCount
        machineCount
      }
    }
  }
`);

/**
 * The numbers of patients and machines of an organization in which the viewer does not work: support staff reads rows
 * only where each read is recorded for the organization.
 */
export function OrganizationCare({ organization }: { organization: PageOrganization }) {
  const { t } = useTranslation('organization-panels');
  const { viewerCanSwitchOrganization, organization: own } = useViewer();
  const actIn = useActIn();
  const { data, error, refetch } = useOrganizationCareQuery({ variables: { id: String(organization.databaseId) } });
  const record = data?.organization?.record;
  const numbered = (kind: 'patients' | 'machines', count: number) =>
    t(`${kind}Number`, { count, total: formatCount(count) });
  return (
    <Card title={t('care')}>
      {record ? (
        <Stack gap="3" align="start">
          <Text>{`${numbered('patients', record.patientCount)}, ${numbered('machines', record.machineCount)}`}</Text>
          {viewerCanSwitchOrganization && own.id !== organization.id ? (
            <HStack gap="3" flexWrap="wrap">
              <Text color="fg.muted">{t('actToSee')}</Text>
              <Button size="sm" variant="outline" onClick={() => void actIn(organization.id)}>
                {t('act', { name: organization.name })}
              </Button>
            </HStack>
          ) : null}
        </Stack>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonLines lines={2} />
      )}
    </Card>
  );
}
