import { useTranslation } from 'react-i18next';
import { ListPage } from '../components/ListPage.tsx';
import { machineList } from '../features/machines/machineList.tsx';

/** The machines the viewer may see. */
export function MachinesPage() {
  const { t } = useTranslation('machines');
  return <ListPage list={machineList} title={t('title')} t={t} />;
}
