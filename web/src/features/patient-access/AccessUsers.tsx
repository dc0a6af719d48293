import { Box, Button, HStack, Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../components/ErrorState.tsx';
import { SkeletonLines } from '../../components/Skeletons.tsx';
import { TextLink } from '../../components/TextLink.tsx';
import { graphql } from '../../lib/graphql.ts';
import { nameInList } from '../../lib/nameInList.ts';
import { formatCount } from '../../lib/numberLocale.ts';
import { urls } from '../../lib/urls.ts';
import { AccessPart } from './AccessPart.tsx';
import { usePatientAccessUsersQuery } from './gql/AccessUsers.ts';

graphql(`
  query PatientAccessUsers($patientId: ID!, $page: Int!, $first: Int!) {
    patientAccessUsers(patientId: $patientId, page: $page, first: $first) {
      edges {
        node {
          user {
            id
            databaseId
            firstName
            lastName
            roleLabel
          }
          places
        }
      }
      totalCount
      totalCountIsCapped
    }
  }
`);

const userPage = 10;

/** The users of the own organization who see the patient, in pages, each with the role and the locations or groups. */
export function AccessUsers({ patientId, listsEveryUser }: { patientId: string; listsEveryUser: boolean }) {
  const { t } = useTranslation('patient-access');
  const [page, setPage] = useState(1);
  const { data, previousData, error, loading, refetch } = usePatientAccessUsersQuery({
    variables: { patientId, page, first: userPage },
    fetchPolicy: 'cache-and-network',
  });
  // The rows of the page before stay in place until those of the next one are there.
  const users = (data ?? previousData)?.patientAccessUsers;
  if (!users) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SkeletonLines lines={4} />;
  const total = users.totalCount;
  const to = (page - 1) * userPage + users.edges.length;

  return (
    <Box aria-busy={loading}>
      <AccessPart>{t(users.totalCountIsCapped ? 'usersOrMore' : 'users', { total: formatCount(total) })}</AccessPart>
      {listsEveryUser ? null : (
        <Text textStyle="xs" color="fg.muted" mb="2">
          {t('usersOfPlaces')}
        </Text>
      )}
      <Stack as="ul" aria-label={t('userList')} listStyleType="none" gap="2">
        {users.edges.map(({ node: { user, places } }) => (
          <Box as="li" key={user.id}>
            <TextLink to={urls.user(user.databaseId)}>{nameInList(user)}</TextLink>
            <Text textStyle="xs" color="fg.muted" overflowWrap="anywhere">
              {[user.roleLabel, places.length > 0 ? t('by', { places: places.join(', ') }) : t('everyPatient')]
                .filter(Boolean)
                .join(' · ')}
            </Text>
          </Box>
        ))}
      </Stack>
      {total > userPage ? (
        <HStack as="nav" aria-label={t('pages')} mt="3">
          <Button size="xs" variant="outline" disabled={page === 1 || loading} onClick={() => setPage(page - 1)}>
            {t('previous')}
          </Button>
          <Button size="xs" variant="outline" disabled={to >= total || loading} onClick={() => setPage(page + 1)}>
            {t('next')}
          </Button>
        </HStack>
      ) : null}
    </Box>
  );
}
