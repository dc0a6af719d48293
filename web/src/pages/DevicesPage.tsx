import { useTranslation } from 'react-i18next';
import { ListPage } from '../components/ListPage.tsx';
import { NoPermission } from '../components/NoPermission.tsx';
import { deviceList } from '../features/device-index/deviceList.tsx';
import { useViewer } from '../lib/viewer.ts';

/** The device index: every assignment the viewer may see, active and past, newest first. */
export function DevicesPage() {
  const { t } = useTranslation('device-index');
  const { viewerCanListDevices } = useViewer();
  if (!viewerCanListDevices) return <NoPermission />;
  return <ListPage list={deviceList} title={t('title')} t={t} />;
}
