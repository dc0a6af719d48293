import { useTranslation } from 'react-i18next';
import { ListPage } from '../components/ListPage.tsx';
import { NoPermission } from '../components/NoPermission.tsx';
import { suppressedEmailList } from '../features/suppressed-emails/suppressedEmailList.tsx';
import { useViewer } from '../lib/viewer.ts';

/** The addresses to which no mail is sent, for support staff. */
export function SuppressedEmailsPage() {
  const { t } = useTranslation('suppressed-emails');
  const { viewerCanListSuppressedEmails } = useViewer();
  if (!viewerCanListSuppressedEmails) return <NoPermission />;
  return <ListPage list={suppressedEmailList} title={t('title')} t={t} />;
}
