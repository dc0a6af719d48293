import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { NoPermission } from '../components/NoPermission.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { page } from '../lib/page.ts';
import { urls } from '../lib/urls.ts';
import { useViewer } from '../lib/viewer.ts';

/**
 * GraphiQL is a page of its own (graphiql.html), which the server gives to those who may use it. Who comes here has
 * either just signed in on the way there, or may not use it.
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
