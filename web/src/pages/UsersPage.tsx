import { useTranslation } from 'react-i18next';
import { ListPage } from '../components/ListPage.tsx';
import { userList } from '../features/users/userList.tsx';

/** The users of the viewer's own organization. */
export function UsersPage() {
  const { t } = useTranslation('users');
  return <ListPage list={userList} title={t('title')} t={t} />;
}
