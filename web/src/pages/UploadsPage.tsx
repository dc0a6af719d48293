import { useTranslation } from 'react-i18next';
import { ListPage } from '../components/ListPage.tsx';
import { NoPermission } from '../components/NoPermission.tsx';
import { UploadActions } from '../features/uploads/UploadActions.tsx';
import { uploadList } from '../features/uploads/uploadList.tsx';
import { useViewer } from '../lib/viewer.ts';

/** The uploads of the organization. */
export function UploadsPage() {
  const { t } = useTranslation('uploads');
  const { viewerCanUploadCards } = useViewer();
  if (!viewerCanUploadCards) return <NoPermission />;
  return <ListPage list={uploadList} title={t('list')} action={<UploadActions machineId={null} />} t={t} />;
}
