import { Box, HStack } from '@chakra-ui/react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { Breadcrumbs, useListCrumb } from '../components/Breadcrumbs.tsx';
import { ListPage } from '../components/ListPage.tsx';
import { NoPermission } from '../components/NoPermission.tsx';
import { AddUser } from '../features/users/AddUser.tsx';
import { useAppliedFilters, useUserScope } from '../features/users/appliedFilters.ts';
import { BulkBar } from '../features/users/BulkBar.tsx';
import { UserFilters } from '../features/users/UserFilters.tsx';
import { userListOf } from '../features/users/userList.tsx';
import type { MenuUser } from '../features/users/userMenu.tsx';
import { UserMenuProvider, useUserMenu } from '../features/users/UserMenuProvider.tsx';
import { UserSelectionProvider } from '../features/users/UserSelection.tsx';
import { UserStatusChips } from '../features/users/UserStatusChips.tsx';
import { USER_QUERIES } from '../features/users/useUserAction.ts';
import { ImportUsers } from '../features/users-import/ImportUsers.tsx';
import { graphql } from '../lib/graphql.ts';
import { urls } from '../lib/urls.ts';
import { useViewer } from '../lib/viewer.ts';
import { useOrganizationOfUsersQuery } from './gql/UsersPage.ts';

graphql(`
  query OrganizationOfUsers($id: ID!) {
    organization(id: $id) {
      id
      databaseId
      name
    }
  }
`);

/** The users that the viewer administers, or those of one organization. */
export function UsersPage() {
  const { viewerCanListUsers } = useViewer();
  if (!viewerCanListUsers) return <NoPermission />;
  return (
    <UserSelectionProvider>
      <UserMenuProvider>
        <Users />
      </UserMenuProvider>
    </UserSelectionProvider>
  );
}

function Users() {
  const { t } = useTranslation('users');
  const { orgId = null } = useParams();
  const { viewerCanViewAnyUser, viewerCanListOrganizations } = useViewer();
  const organizations = useListCrumb('organizations', urls.organizations, t('organizations'));
  // Without its name, for a viewer who may not read the organization, the list is as useful as before.
  const { data, error } = useOrganizationOfUsersQuery({ variables: { id: orgId ?? '' }, skip: orgId === null });
  const isComing = orgId !== null && !data && !error;
  const name = isComing ? '…' : data?.organization?.name;
  const { run } = useUserMenu();
  const navigate = useNavigate();
  const isReady = useAppliedFilters();
  const scope = useUserScope();
  const isGlobal = viewerCanViewAnyUser && orgId === null;
  const list = useMemo(() => userListOf(orgId, isGlobal), [orgId, isGlobal]);
  // The documents keep a click apart from a double click and name neither act.
  const clicks = useMemo(
    () => ({
      single: ({ databaseId }: MenuUser) => void navigate(urls.user(databaseId)),
      double: (user: MenuUser, row: HTMLElement) => run(user, 'edit', row),
    }),
    [navigate, run],
  );
  if (!isReady) return null;
  return (
    <>
      {orgId === null ? null : (
        <Box mb="2">
          <Breadcrumbs
            above={[
              ...(viewerCanListOrganizations ? [organizations] : []),
              ...(name ? [{ to: urls.organization(Number(orgId)), label: name }] : []),
            ]}
            here={t('title')}
          />
        </Box>
      )}
      <ListPage
        list={list}
        title={name ? t('titleOf', { organization: name }) : t('title')}
        t={t}
        action={
          <HStack gap="2" flexWrap="wrap">
            <ImportUsers orgId={orgId} queries={USER_QUERIES} />
            <AddUser orgId={orgId} scope={scope} />
          </HStack>
        }
        clicks={clicks}
        parts={(state) => ({
          panel: <UserFilters table={state.table} isGlobal={isGlobal} />,
          notice: (
            <>
              <UserStatusChips table={state.table} orgId={orgId} />
              <BulkBar list={state} orgId={orgId} />
            </>
          ),
        })}
      />
    </>
  );
}
