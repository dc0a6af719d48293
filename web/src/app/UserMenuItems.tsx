import { Box, Menu, Portal, Text, useMenu } from '@chakra-ui/react';
import { CircleUser, KeyRound, LogOut, ShieldCheck } from 'lucide-react';
import { useEffect, useEffectEvent, useLayoutEffect, type ComponentProps, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useEndSession } from '../features/session/useEndSession.ts';
import { urls } from '../lib/urls.ts';
import { useViewer } from '../lib/viewer.ts';

interface Props {
  button: RefObject<HTMLButtonElement | null>;
  /** Whether the user asked for the menu before it was there. */
  isWanted: boolean;
  /** Gives the button (UserMenu.tsx) what makes it the button of this menu. */
  onButton: (props: ComponentProps<'button'>) => void;
  onChangePassword: () => void;
}

/** The menu of what belongs to the user. */
export function UserMenuItems({ button, isWanted, onButton, onChangePassword }: Props) {
  const { t } = useTranslation('shell');
  const { user, roleLabels } = useViewer();
  const endSession = useEndSession();
  const menu = useMenu({ positioning: { placement: 'bottom-end' } });
  const { open, getTriggerProps, setOpen } = menu.api;

  const giveButton = useEffectEvent(() => {
    const props = getTriggerProps();
    // Without the menu there is nothing that the button controls.
    onButton(open ? props : { ...props, 'aria-controls': undefined });
  });
  useLayoutEffect(() => giveButton(), [open]);
  // What the button got before its menu was there.
  const begin = useEffectEvent(() => {
    if (isWanted) setOpen(true);
    else if (document.activeElement === button.current) (getTriggerProps().onFocus as () => void)();
  });
  useEffect(() => begin(), []);

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
            <Menu.Item value="change-password" onClick={onChangePassword}>
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
