import { Box } from '@chakra-ui/react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { NoPermission } from '../components/NoPermission.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { PageProblem } from '../components/PageProblem.tsx';
import { SkeletonLines } from '../components/Skeletons.tsx';
import { OrganizationSettingsForm } from '../features/organizations/OrganizationSettingsForm.tsx';
import { graphql } from '../lib/graphql.ts';
import { useViewer } from '../lib/viewer.ts';
import { useSettingsPageQuery } from './gql/SettingsPage.ts';

graphql(`
  query SettingsPage {
    viewer {
      organization {
        id
        settings {
          ...OrganizationSettingsFields @unmask
        }
      }
      actingOrganization {
        id
        settings {
          ...OrganizationSettingsFields @unmask
        }
      }
    }
  }
`);

const WebhooksPanel = lazy(async () => ({
  default: (await import('../features/webhooks/WebhooksPanel.tsx')).WebhooksPanel,
}));

/** What administrators set for their organization. */
export function SettingsPage() {
  const { t } = useTranslation('organizations');
  const { organization, actingOrganization, viewerCanUpdateOrganizationSettings } = useViewer();
  const { name } = actingOrganization ?? organization;
  return (
    <>
      <PageHeader title={t('settings.title')} meta={t('settings.intro', { name })} />
      {viewerCanUpdateOrganizationSettings ? <Settings /> : <NoPermission />}
    </>
  );
}

function Settings() {
  // Another administrator may have changed them since they were read.
  const { data, error, loading, refetch } = useSettingsPageQuery({ fetchPolicy: 'network-only' });
  const settings = (data?.viewer?.actingOrganization ?? data?.viewer?.organization)?.settings;
  if (settings)
    return (
      <>
        <OrganizationSettingsForm settings={settings} />
        <Box mt="4">
          <Suspense fallback={<SkeletonLines lines={3} />}>
            <WebhooksPanel />
          </Suspense>
        </Box>
      </>
    );
  return loading ? <SkeletonLines lines={8} /> : <PageProblem error={error} onRetry={() => void refetch()} />;
}
