import { Box, Stack, Text, Wrap } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/Card.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { SkeletonLines } from '../../components/Skeletons.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import type { AccessReason } from '../../gql/schema.ts';
import { graphql } from '../../lib/graphql.ts';
import { AccessPart } from './AccessPart.tsx';
import { AccessUsers } from './AccessUsers.tsx';
import { usePatientAccessQuery, type PatientAccessQuery } from './gql/PatientAccess.ts';
import { RecentReaders } from './RecentReaders.tsx';

graphql(`
  query PatientAccess($patientId: ID!) {
    patientAccess(patientId: $patientId) {
      organizations {
        organization {
          id
          name
        }
        reasons
      }
      supportRoles
      viewerCanListUsers
      listsEveryUser
    }
  }
`);

const reasonKeys = {
  OWNER: 'owner',
  PROVIDER: 'provider',
  CLINICIAN: 'clinician',
  PHYSICIAN: 'physician',
} as const satisfies Record<AccessReason, string>;

/** Who sees the patient, and why: organizations, users of the own one, support staff, and who opened the record lately. */
export function PatientAccess({ patientId }: { patientId: string }) {
  const { t } = useTranslation('patient-access');
  const { data, error, refetch } = usePatientAccessQuery({
    variables: { patientId },
    fetchPolicy: 'cache-and-network',
  });
  const access = data?.patientAccess;

  return (
    <Card title={t('title')}>
      {access ? (
        <Stack gap="5">
          <Organizations organizations={access.organizations} />
          {access.viewerCanListUsers ? (
            <AccessUsers patientId={patientId} listsEveryUser={access.listsEveryUser} />
          ) : null}
          <Box>
            <AccessPart>{t('support')}</AccessPart>
            <Text>{t('supportRoles', { roles: access.supportRoles.join(', ') })}</Text>
          </Box>
          {access.viewerCanListUsers ? <RecentReaders patientId={patientId} /> : null}
        </Stack>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonLines lines={5} />
      )}
    </Card>
  );
}

function Organizations({ organizations }: Pick<PatientAccessQuery['patientAccess'], 'organizations'>) {
  const { t } = useTranslation('patient-access');
  return (
    <Box>
      <AccessPart>{t('organizations')}</AccessPart>
      <Stack as="ul" aria-label={t('organizations')} listStyleType="none" gap="2">
        {organizations.map(({ organization, reasons }) => (
          <Wrap as="li" key={organization.id} gap="2" align="center">
            <Text as="bdi" overflowWrap="anywhere">
              {organization.name}
            </Text>
            {(reasons.length > 0 ? reasons.map((reason) => reasonKeys[reason]) : (['other'] as const)).map((reason) => (
              <StatusBadge key={reason} tone="neutral">
                {t(`reasons.${reason}`)}
              </StatusBadge>
            ))}
          </Wrap>
        ))}
      </Stack>
    </Box>
  );
}
