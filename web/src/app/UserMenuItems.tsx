import { Box, Menu, Portal, Text, useMenu } from '@chakra-ui/react';
import { CircleUser, KeyRound, LogOut, ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { fromButton, useGivenButton, type ButtonOfPart } from '../components/usePartButton.ts';
import { useEndSession } from '../features/session/useEndSession.ts';
import { urls } from '../lib/urls.ts';
import { useViewer } from '../lib/viewer.ts';

/** The menu of what belongs to the user. */
export function UserMenuItems({
  ofButton,
  onChangePassword,
}: {
  ofButton: ButtonOfPart;
  onChangePassword: () => void;
}) {
  const { t } = useTranslation('shell');
  const { user, roleLabels } = useViewer();
  const endSession = useEndSession();
  const menu = useMenu({ positioning: { placement: 'bottom-end' } });
  useGivenButton(ofButton, menu.api);

  return (
    <Menu.RootProvider value={menu} lazyMount unmountOnExit>
      <Portal>
        <Menu.Positioner>
          <Menu.Content minW="14rem">
            <Box px="2" py="1.5">
              <Text fontWeight="medium">{`${user.firstName} ${user.lastName}`}</Text>
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
            <Menu.Item value="change-password" onClick={fromButton(ofButton, onChangePassword)}>
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
    </Menu.RootProvider>
  );
}
