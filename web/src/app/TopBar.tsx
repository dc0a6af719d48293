import { Badge, HStack, IconButton, Text } from '@chakra-ui/react';
import { Menu } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { InboxBell } from '../features/org-messages/InboxBell.tsx';
import { organizationName } from '../lib/organizationName.ts';
import { useOrganizationType } from '../lib/useOrganizationType.ts';
import { useViewer } from '../lib/viewer.ts';
import { DisplaySwitches } from './DisplaySwitches.tsx';
import { PaletteLauncher } from './PaletteLauncher.tsx';
import { UserMenu } from './UserMenu.tsx';

const OrganizationSwitch = lazy(async () => ({
  default: (await import('../features/organizations/OrganizationSwitch.tsx')).OrganizationSwitch,
}));

/** The viewer's organization, and what belongs to the user instead of a page. */
export function TopBar({ onOpenNavigation }: { onOpenNavigation: () => void }) {
  const { t } = useTranslation('shell');
  const { organization, actingOrganization, viewerCanSwitchOrganization } = useViewer();
  const typeOf = useOrganizationType();
  const name = (
    <Text fontWeight="semibold" {...organizationName}>
      {(actingOrganization ?? organization).name}
    </Text>
  );

  return (
    <HStack
      as="header"
      className="no-print"
      position="sticky"
      top="0"
      zIndex="docked"
      h="56px"
      px={{ base: '3', md: '6' }}
      gap={{ base: '1', md: '3' }}
      bg="bg.panel"
      borderBottomWidth="1px"
    >
      <IconButton hideFrom="md" variant="ghost" size="sm" aria-label={t('openNavigation')} onClick={onOpenNavigation}>
        <Menu />
      </IconButton>
      {viewerCanSwitchOrganization ? (
        <Suspense fallback={name}>
          <OrganizationSwitch />
        </Suspense>
      ) : (
        name
      )}
      {actingOrganization ? null : (
        <Badge colorPalette="gray" variant="subtle" hideBelow="sm">
          {typeOf(organization.type)}
        </Badge>
      )}
      <HStack ms="auto" gap="1">
        <PaletteLauncher />
        {/* The name of the organization needs their place on a narrow phone (NavigationDrawer). */}
        <DisplaySwitches hideBelow="sm" />
        <InboxBell />
        <UserMenu />
      </HStack>
    </HStack>
  );
}
