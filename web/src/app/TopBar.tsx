import { Badge, Box, Button, HStack, IconButton, Menu, Portal, Text } from '@chakra-ui/react';
import { CircleUser, KeyRound, LogOut, Menu as MenuIcon, Moon, ShieldCheck, Sun, UserRound } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { LanguageSwitch } from '../components/LanguageSwitch.tsx';
import { Tooltip } from '../components/Tooltip.tsx';
import { InboxBell } from '../features/org-messages/InboxBell.tsx';
import { useEndSession } from '../features/session/useEndSession.ts';
import { urls } from '../lib/urls.ts';
import { useOrganizationType } from '../lib/useOrganizationType.ts';
import { useViewer } from '../lib/viewer.ts';
import { useColorMode } from './colorMode.ts';
import { PaletteLauncher } from './PaletteLauncher.tsx';
import { useLanguage } from './useLanguage.ts';

const ChangePassword = lazy(async () => ({
  default: (await import('../features/account/ChangePasswordDialog.tsx')).ChangePasswordDialog,
}));

const OrganizationSwitch = lazy(async () => ({
  default: (await import('../features/organizations/OrganizationSwitch.tsx')).OrganizationSwitch,
}));

/** The viewer's organization, and what belongs to the user instead of a page. */
export function TopBar({ onOpenNavigation }: { onOpenNavigation: () => void }) {
  const { t } = useTranslation('shell');
  const { organization, actingOrganization, viewerCanSwitchOrganization } = useViewer();
  const typeOf = useOrganizationType();
  const name = (
    <Text fontWeight="semibold" truncate>
      {(actingOrganization ?? organization).name}
    </Text>
  );
  const { save } = useLanguage();
  const { mode, toggle } = useColorMode();
  const modeLabel = t(mode === 'dark' ? 'light' : 'dark');

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
        <MenuIcon />
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
        <LanguageSwitch onChange={save} />
        <Tooltip content={modeLabel}>
          <IconButton variant="ghost" size="sm" aria-label={modeLabel} onClick={toggle}>
            {mode === 'dark' ? <Sun /> : <Moon />}
          </IconButton>
        </Tooltip>
        <InboxBell />
        <UserMenu />
      </HStack>
    </HStack>
  );
}

function UserMenu() {
  const { t } = useTranslation('shell');
  const { user, roleLabels } = useViewer();
  const endSession = useEndSession();
  const [isChanging, setChanging] = useState(false);
  const name = `${user.firstName} ${user.lastName}`;

  return (
    <>
      <Menu.Root positioning={{ placement: 'bottom-end' }} lazyMount>
        <Menu.Trigger asChild>
          <Button variant="ghost" size="sm" px="2" aria-label={t('userMenu', { name })}>
            <UserRound />
            <Box as="span" hideBelow="md">
              {name}
            </Box>
          </Button>
        </Menu.Trigger>
        <Portal>
          <Menu.Positioner>
            <Menu.Content minW="14rem">
              <Box px="2" py="1.5">
                <Text fontWeight="medium">{name}</Text>
                <Text textStyle="xs" color="fg.muted">
                  {user.email}
                </Text>
                <Text textStyle="xs" color="fg.muted">
                  {roleLabels.join(', ')}
                </Text>
              </Box>
              <Menu.Separator />
              <Menu.Item value="account" asChild>
                <Link to={urls.user(user.databaseId)}>
                  <CircleUser size={16} aria-hidden="true" />
                  {t('account')}
                </Link>
              </Menu.Item>
              {/* Enter clicks too; the menu's own onSelect needs a highlighted item, which a quick click does not always cause. */}
              <Menu.Item value="change-password" onClick={() => setChanging(true)}>
                <KeyRound size={16} aria-hidden="true" />
                {t('changePassword')}
              </Menu.Item>
              <Menu.Item value="security" asChild>
                <Link to={urls.security}>
                  <ShieldCheck size={16} aria-hidden="true" />
                  {t('security')}
                </Link>
              </Menu.Item>
              <Menu.Item value="sign-out" onSelect={() => void endSession()}>
                <LogOut size={16} aria-hidden="true" />
                {t('signOut')}
              </Menu.Item>
            </Menu.Content>
          </Menu.Positioner>
        </Portal>
      </Menu.Root>
      {isChanging ? (
        <Suspense fallback={null}>
          <ChangePassword onClose={() => setChanging(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
