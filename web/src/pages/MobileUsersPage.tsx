import { useTranslation } from 'react-i18next';
import { ListPage } from '../components/ListPage.tsx';
import { NoPermission } from '../components/NoPermission.tsx';
import { mobileUserList } from '../features/mobile-users/mobileUserList.tsx';
import { useViewer } from '../lib/viewer.ts';

/** The accounts of patients in the mobile app. */
export function MobileUsersPage() {
  const { t } = useTranslation('mobile-users');
  const { viewerCanListMobileUsers } = useViewer();
  if (!viewerCanListMobileUsers) return <NoPermission />;
  return <ListPage list={mobileUserList} title={t('title')} t={t} />;
}
