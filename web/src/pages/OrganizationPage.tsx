import { Box, Grid, HStack } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { Breadcrumbs, useListCrumb } from '../components/Breadcrumbs.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { PageProblem } from '../components/PageProblem.tsx';
import { SkeletonCards } from '../components/Skeletons.tsx';
import { TextLink } from '../components/TextLink.tsx';
import { OrganizationGroups } from '../features/organizations/OrganizationGroups.tsx';
import { OrganizationInformation } from '../features/organizations/OrganizationInformation.tsx';
import { OrganizationLocations } from '../features/organizations/OrganizationLocations.tsx';
import { OrganizationStatus } from '../features/organizations/OrganizationStatus.tsx';
import { graphql } from '../gql/gql.ts';
import { useOrganizationPageQuery } from '../gql/hooks.ts';
import { urls } from '../lib/urls.ts';
import { useViewer } from '../lib/viewer.ts';

graphql(`
  query OrganizationPage($id: ID!) {
    organization(id: $id) {
      id
      name
      record {
        active
      }
      ...OrganizationInformation_organization @unmask
      ...OrganizationLocations_organization @unmask
      ...OrganizationGroups_organization @unmask
    }
  }
`);

/** One organization: its data, locations and groups. */
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
        <>
          <PageHeader
            title={organization.name}
            meta={
              organization.record ? (
                <HStack>
                  <OrganizationStatus active={organization.record.active} />
                </HStack>
              ) : null
            }
          />
          <Grid
            templateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }}
            gap="4"
            alignItems="start"
          >
            <OrganizationInformation organization={organization} />
            <OrganizationGroups organization={organization} />
            <OrganizationLocations organization={organization} gridColumn={{ lg: '1 / -1' }} />
          </Grid>
        </>
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
