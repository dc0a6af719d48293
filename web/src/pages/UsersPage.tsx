import { useTranslation } from 'react-i18next';
import { ListPage } from '../components/ListPage.tsx';
import { NoPermission } from '../components/NoPermission.tsx';
import { UserMenuProvider } from '../features/users/UserMenuProvider.tsx';
import { userList } from '../features/users/userList.tsx';
import { useViewer } from '../lib/viewer.ts';

/** The users of the viewer's own organization. */
export function UsersPage() {
  const { t } = useTranslation('users');
  const { viewerCanListUsers } = useViewer();
  if (!viewerCanListUsers) return <NoPermission />;
  return (
    <UserMenuProvider>
      <ListPage list={userList} title={t('title')} t={t} />
    </UserMenuProvider>
  );
}
