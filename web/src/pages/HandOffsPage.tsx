import { useTranslation } from 'react-i18next';
import { ListPage } from '../components/ListPage.tsx';
import { NoPermission } from '../components/NoPermission.tsx';
import { AskButtons } from '../features/hand-offs/AskButtons.tsx';
import { handOffList } from '../features/hand-offs/handOffList.tsx';
import { useViewer } from '../lib/viewer.ts';

/** The requests for patients and devices of other organizations, and those of other organizations. */
export function HandOffsPage() {
  const { t } = useTranslation('hand-offs');
  const { viewerCanUseHandOffs } = useViewer();
  if (!viewerCanUseHandOffs) return <NoPermission />;
  return <ListPage list={handOffList} title={t('title')} action={<AskButtons />} t={t} />;
}
