import { useTranslation } from 'react-i18next';
import { ListPage } from '../components/ListPage.tsx';
import { NoPermission } from '../components/NoPermission.tsx';
import { roleList } from '../features/roles/roleList.tsx';
import { useViewer } from '../lib/viewer.ts';

/** The roles of staff, for support staff. */
export function RolesPage() {
  const { t } = useTranslation('roles');
  const { viewerCanViewRoles } = useViewer();
  if (!viewerCanViewRoles) return <NoPermission />;
  return <ListPage list={roleList} title={t('title')} t={t} />;
}
