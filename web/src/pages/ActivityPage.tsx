import { Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { ListPage } from '../components/ListPage.tsx';
import { NoPermission } from '../components/NoPermission.tsx';
import { securityEventList } from '../features/security-events/securityEventList.tsx';
import { activityList } from '../features/users/activityList.tsx';
import { SupportReads } from '../features/users/SupportReads.tsx';
import { useViewer } from '../lib/viewer.ts';

// In this file, because each file that a route names is sent with the first page.
export { InstallationPage } from './InstallationPage.tsx';

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

/** What was refused of the accounts whose logs the viewer reads: guesses, forged requests, and requests above a limit. */
export function SecurityEventsPage() {
  const { t } = useTranslation('security-events');
  const { viewerCanReadSecurityEvents } = useViewer();
  if (!viewerCanReadSecurityEvents) return <NoPermission />;
  return (
    <ListPage
      list={securityEventList}
      title={t('title')}
      t={t}
      parts={() => ({
        notice: (
          <Text mb="3" color="fg.muted">
            {t('explained')}
          </Text>
        ),
      })}
    />
  );
}
