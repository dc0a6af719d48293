import { useTranslation } from 'react-i18next';
import { ListPage } from '../components/ListPage.tsx';
import { NoPermission } from '../components/NoPermission.tsx';
import { AddAnnouncement } from '../features/announcements/AddAnnouncement.tsx';
import { announcementList } from '../features/announcements/announcementList.tsx';
import { useViewer } from '../lib/viewer.ts';

/** What support staff announces to the users of all organizations. */
export function AnnouncementsPage() {
  const { t } = useTranslation('announcements');
  const { viewerCanManageAnnouncements } = useViewer();
  if (!viewerCanManageAnnouncements) return <NoPermission />;
  return <ListPage list={announcementList} title={t('title')} action={<AddAnnouncement />} t={t} />;
}
