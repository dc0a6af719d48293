import { Skeleton, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/Card.tsx';
import { DescriptionList } from '../../components/DescriptionList.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { SkeletonLines } from '../../components/Skeletons.tsx';
import { TextLink } from '../../components/TextLink.tsx';
import { graphql } from '../../lib/graphql.ts';
import { urls } from '../../lib/urls.ts';
import { useViewer } from '../../lib/viewer.ts';
import type { PageOrganization } from '../../lib/pageOrganization.ts';
import { useOrganizationSettingsPanelQuery } from './gql/OrganizationSettingsPanel.ts';

graphql(`
  query OrganizationSettingsPanel($id: ID!) {
    organization(id: $id) {
      id
      settings {
        allowVentilatorSupport
        ventilatorVisibility
        allowApiKeyManagement
        twoFactorEnabled
        twoFactorPreventPhoneNumbers
        twoFactorApp
        twoFactorSms
        exportToCsvAccess
      }
    }
  }
`);

const SWITCHES = [
  'twoFactorEnabled',
  'twoFactorApp',
  'twoFactorSms',
  'twoFactorPreventPhoneNumbers',
  'allowApiKeyManagement',
  'allowVentilatorSupport',
] as const;

/** The documented settings of an organization ("Org settings read"), for its own staff and support staff who acts in it. */
export function OrganizationSettingsPanel({ organization }: { organization: PageOrganization }) {
  const { t } = useTranslation('organizations');
  const panel = useTranslation('organization-panels');
  const { viewerCanUpdateOrganizationSettings, organization: own, actingOrganization } = useViewer();
  const { data, error, refetch } = useOrganizationSettingsPanelQuery({
    variables: { id: String(organization.databaseId) },
    fetchPolicy: 'cache-and-network',
  });
  const settings = data?.organization?.settings;
  const isOn = (on: boolean) => t(on ? 'settings.on' : 'settings.off');
  // Of any other organization there is one line of text.
  const isComing = !data && !error && (actingOrganization ?? own).id === organization.id;
  const coming = <Skeleton height="3" width="12" my={{ base: '1', sm: '0' }} />;
  return (
    <Card
      title={t('settings.title')}
      action={
        (settings || isComing) && viewerCanUpdateOrganizationSettings ? (
          <TextLink to={urls.settings}>{panel.t('changeSettings')}</TextLink>
        ) : undefined
      }
    >
      {settings || isComing ? (
        <DescriptionList
          aria-busy={isComing}
          labelWidth="16rem"
          items={[
            ...SWITCHES.map((name) => ({
              label: t(`settings.${name}.label`),
              value: settings ? isOn(settings[name]) : coming,
            })),
            {
              label: t('settings.ventilatorVisibility.label'),
              value: settings ? t(`settings.choices.${settings.ventilatorVisibility}`) : coming,
            },
            {
              label: t('settings.exportToCsvAccess.label'),
              value: settings ? t(`settings.choices.${settings.exportToCsvAccess}`) : coming,
            },
          ]}
        />
      ) : data ? (
        <Text color="fg.muted">{panel.t('settingsHidden')}</Text>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonLines lines={1} />
      )}
    </Card>
  );
}
