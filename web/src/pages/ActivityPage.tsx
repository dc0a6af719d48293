import { useTranslation } from 'react-i18next';
import { ListPage } from '../components/ListPage.tsx';
import { NoPermission } from '../components/NoPermission.tsx';
import { activityList } from '../features/users/activityList.tsx';
import { SupportReads } from '../features/users/SupportReads.tsx';
import { useViewer } from '../lib/viewer.ts';

/** What the users of all organizations did, for support staff. */
export function ActivityPage() {
  const { t } = useTranslation('activity');
  const { viewerCanReadActivity } = useViewer();
  if (!viewerCanReadActivity) return <NoPermission />;
  return (
    <ListPage
      list={activityList}
      title={t('title')}
      t={t}
      parts={({ table }) => ({ notice: <SupportReads table={table} /> })}
    />
  );
}
