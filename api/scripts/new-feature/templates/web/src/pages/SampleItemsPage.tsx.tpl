import { useTranslation } from 'react-i18next';
import { ListPage } from '../components/ListPage.tsx';
import { NoPermission } from '../components/NoPermission.tsx';
import { AddSampleItem } from '../features/sample-items/AddSampleItem.tsx';
import { sampleItemList } from '../features/sample-items/sampleItemList.tsx';
import { useViewer } from '../lib/viewer.ts';

/** The sample items of the viewer's organization. */
export function SampleItemsPage() {
  const { t } = useTranslation('sample-items');
  const { viewerCanManageSampleItems } = useViewer();
  if (!viewerCanManageSampleItems) return <NoPermission />;
  return <ListPage list={sampleItemList} title={t('title')} action={<AddSampleItem />} t={t} />;
}
