import { Box, Grid } from '@chakra-ui/react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { Breadcrumbs, useListCrumb } from '../components/Breadcrumbs.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { PageProblem } from '../components/PageProblem.tsx';
import { SkeletonCards, SkeletonLines } from '../components/Skeletons.tsx';
import { TextLink } from '../components/TextLink.tsx';
import { OrganizationActions } from '../features/organizations/OrganizationActions.tsx';
import { OrganizationInformation } from '../features/organizations/OrganizationInformation.tsx';
import { graphql } from '../lib/graphql.ts';
import type { PageOrganization } from '../lib/pageOrganization.ts';
import { useRecent } from '../lib/recents.ts';
import { OrganizationStatus } from '../features/organizations/OrganizationStatus.tsx';
import { urls } from '../lib/urls.ts';
import { useNear } from '../lib/useNear.ts';
import { useViewer } from '../lib/viewer.ts';
import { useOrganizationPageQuery, type OrganizationPageQuery } from './gql/OrganizationPage.ts';
import { organizationPanelsOf, type OrganizationPanel } from './organizationPanels.ts';

graphql(`
  query OrganizationPage($id: ID!) {
    organization(id: $id) {
      id
      databaseId
      name
      record {
        active
        draft
      }
      ...OrganizationActions_organization @unmask
      ...OrganizationInformation_organization @unmask
    }
  }
`);

/** One organization: its data, and the panels that the viewer may see (organizationPanels.ts). */
export function OrganizationPage() {
  const { t } = useTranslation('organizations');
  const { id = '' } = useParams();
  const { viewerCanListOrganizations } = useViewer();
  const { data, error, refetch } = useOrganizationPageQuery({ variables: { id }, fetchPolicy: 'cache-and-network' });
  const organizations = useListCrumb('organizations', urls.organizations, t('title'));
  const organization = data?.organization;
  return (
    <>
      {viewerCanListOrganizations ? (
        <Box mb="2">
          <Breadcrumbs above={[organizations]} here={organization?.name ?? '…'} />
        </Box>
      ) : null}
      {organization ? (
        // What is searched and opened in a panel belongs to its organization.
        <OrganizationPanels key={organization.id} organization={organization} />
      ) : data || error ? (
        <PageProblem
          error={error}
          onRetry={() => void refetch()}
          action={
            viewerCanListOrganizations ? <TextLink to={urls.organizations}>{t('toOrganizations')}</TextLink> : null
          }
        />
      ) : (
        <SkeletonCards count={3} />
      )}
    </>
  );
}

function OrganizationPanels({ organization }: { organization: NonNullable<OrganizationPageQuery['organization']> }) {
  const viewer = useViewer();
  const { databaseId, name, record } = organization;
  useRecent({ path: urls.organization(databaseId), label: name, kind: 'organization' });
  return (
    <>
      <PageHeader
        title={name}
        meta={record ? <OrganizationStatus active={record.active} draft={record.draft} /> : null}
        action={<OrganizationActions organization={organization} />}
      />
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }} gap="4" alignItems="start">
        <OrganizationInformation organization={organization} />
        <Suspense fallback={<SkeletonCards count={1} />}>
          {organizationPanelsOf(viewer, organization).map((panel) => (
            <PanelPlace key={panel.key} panel={panel} organization={organization} />
          ))}
        </Suspense>
      </Grid>
    </>
  );
}

/** A panel, loaded with its rows when it is near the window; those that are loaded at once come with the page. */
function PanelPlace({ panel, organization }: { panel: OrganizationPanel; organization: PageOrganization }) {
  const [ref, isNear] = useNear();
  const skeleton = <SkeletonLines lines={1} height="80" />;
  const content = <panel.Panel organization={organization} />;
  return (
    <Box ref={ref} gridColumn={panel.half ? undefined : { lg: '1 / -1' }} minW="0">
      {panel.atOnce ? content : isNear ? <Suspense fallback={skeleton}>{content}</Suspense> : skeleton}
    </Box>
  );
}
