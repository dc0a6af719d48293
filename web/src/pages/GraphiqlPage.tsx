import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { NoPermission } from '../components/NoPermission.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { page } from '../lib/page.ts';
import { urls } from '../lib/urls.ts';
import { useViewer } from '../lib/viewer.ts';

/**
 * GraphiQL is a separate page (graphiql.html), which the server serves only to permitted users. This route renders for
 * a user who just signed in on the way there, or who may not use it.
 */
export function GraphiqlPage() {
  const { t } = useTranslation('shell');
  const { viewerCanUseGraphiql } = useViewer();
  useEffect(() => {
    if (viewerCanUseGraphiql) page.open(urls.graphiql);
  }, [viewerCanUseGraphiql]);
  return (
    <>
      <PageHeader title={t('graphiql')} />
      {viewerCanUseGraphiql ? null : <NoPermission />}
    </>
  );
}
