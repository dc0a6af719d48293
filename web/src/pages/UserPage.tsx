import { Box, HStack, Stack, Text } from '@chakra-ui/react';
import { Star } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { Breadcrumbs, useListCrumb } from '../components/Breadcrumbs.tsx';
import { CardColumns } from '../components/CardColumns.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { PageProblem } from '../components/PageProblem.tsx';
import { SkeletonCards } from '../components/Skeletons.tsx';
import { TextLink } from '../components/TextLink.tsx';
import { UserActions, UserMenuProvider } from '../features/users/UserMenuProvider.tsx';
import { graphql } from '../lib/graphql.ts';
import { useUserPageQuery, type UserPageQuery } from './gql/UserPage.ts';
import { userCardsOf, type UserCard } from './userCards.ts';
import { urls } from '../lib/urls.ts';
import { useViewer } from '../lib/viewer.ts';

graphql(`
  query UserPage($id: ID!) {
    user(id: $id) {
      ...UserCards_user @unmask
      ...UserMenu_user @unmask
      id
      databaseId
      organization {
        id
        databaseId
        name
        record {
          active
        }
      }
      location {
        id
        name
        address1
        city
        state
        zip
        isPrimary
      }
    }
  }
`);

type User = NonNullable<UserPageQuery['user']>;

/** One user: who they are and where, and the cards that the viewer may see (userCards.ts). */
export function UserPage() {
  const { t } = useTranslation('user-page');
  const { id = '' } = useParams();
  const { viewerCanListUsers } = useViewer();
  const { data, error, refetch } = useUserPageQuery({ variables: { id }, fetchPolicy: 'cache-and-network' });
  const users = useListCrumb('users', urls.users, t('users'));
  const user = data?.user;
  return (
    <>
      {viewerCanListUsers ? (
        <Box mb="2">
          <Breadcrumbs above={[users]} here={user ? nameOf(user) : '…'} />
        </Box>
      ) : null}
      {user ? (
        <UserRecord key={user.id} user={user} />
      ) : data || error ? (
        <PageProblem
          error={error}
          onRetry={() => void refetch()}
          action={viewerCanListUsers ? <TextLink to={urls.users}>{t('toUsers')}</TextLink> : null}
        />
      ) : (
        <SkeletonCards count={4} />
      )}
    </>
  );
}

const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) => `${firstName} ${lastName}`;

function UserRecord({ user }: { user: User }) {
  const viewer = useViewer();
  const isOwn = user.id === viewer.user.id;
  const name = nameOf(user);
  const cards = userCardsOf(user, isOwn);
  const cardsOf = (place: UserCard['column']) =>
    cards.filter(({ column }) => column === place).map(({ key, Card }) => <Card key={key} user={user} isOwn={isOwn} />);
  return (
    <>
      <PageHeader
        title={name}
        tabTitle={`${name} · ${user.organization.name}`}
        meta={<Place user={user} />}
        action={
          <UserMenuProvider>
            <UserActions user={user} />
          </UserMenuProvider>
        }
      />
      {/* All at once: a card that comes later moves those below it. */}
      <Suspense fallback={<SkeletonCards count={4} />}>
        <Stack gap="4">
          <CardColumns start={cardsOf('start')} end={cardsOf('end')} />
          {cardsOf(undefined)}
        </Stack>
      </Suspense>
    </>
  );
}

/** The organization, and the location with its address: a star marks the primary one. */
function Place({ user: { organization, location } }: { user: User }) {
  const { t } = useTranslation('user-page');
  const town = location && [location.city, [location.state, location.zip].filter(Boolean).join(' ')];
  return (
    <HStack gap="2" flexWrap="wrap">
      {organization.record ? (
        <TextLink to={urls.organization(organization.databaseId)}>{organization.name}</TextLink>
      ) : (
        <Text color="fg">{organization.name}</Text>
      )}
      {location ? (
        <HStack gap="1.5">
          {location.isPrimary ? (
            <Star size={14} style={{ flexShrink: 0 }} fill="currentColor" role="img" aria-label={t('primary')} />
          ) : null}
          <span>{[location.name, location.address1, ...(town ?? [])].filter(Boolean).join(', ')}</span>
        </HStack>
      ) : null}
    </HStack>
  );
}
