import { Badge, Box, Menu, Portal, Text, useMenu } from '@chakra-ui/react';
import { CircleUser, KeyRound, LogOut, ShieldCheck, Sparkles } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { fromButton, useGivenButton, type ButtonOfPart } from '../components/usePartButton.ts';
import { useEndSession } from '../features/session/useEndSession.ts';
import { urls } from '../lib/urls.ts';
import { useViewer } from '../lib/viewer.ts';

const ChangePassword = lazy(async () => ({
  default: (await import('../features/account/ChangePasswordDialog.tsx')).ChangePasswordDialog,
}));
const News = lazy(async () => ({ default: (await import('../features/news/NewsDialog.tsx')).NewsDialog }));

/** The menu of what belongs to the user, and the dialogs that it opens. */
export function UserMenuItems({ ofButton, hasNews }: { ofButton: ButtonOfPart; hasNews: boolean }) {
  const { t } = useTranslation('shell');
  const { user, roleLabels } = useViewer();
  const endSession = useEndSession();
  const [dialog, setDialog] = useState<'password' | 'news' | null>(null);
  const close = () => setDialog(null);
  const menu = useMenu({ positioning: { placement: 'bottom-end' } });
  useGivenButton(ofButton, menu.api);

  return (
    <>
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
              <Menu.Item value="change-password" onClick={fromButton(ofButton, () => setDialog('password'))}>
                <KeyRound size={16} aria-hidden="true" />
                {t('changePassword')}
              </Menu.Item>
              <Menu.Item value="security" asChild>
                <Link to={urls.security}>
                  <ShieldCheck size={16} aria-hidden="true" />
                  {t('security')}
                </Link>
              </Menu.Item>
              <Menu.Item value="news" onClick={fromButton(ofButton, () => setDialog('news'))}>
                <Sparkles size={16} aria-hidden="true" />
                {t('news')}
                {hasNews ? (
                  <Badge colorPalette="teal" ms="auto">
                    {t('unread')}
                  </Badge>
                ) : null}
              </Menu.Item>
              <Menu.Item value="sign-out" onSelect={() => void endSession()}>
                <LogOut size={16} aria-hidden="true" />
                {t('signOut')}
              </Menu.Item>
            </Menu.Content>
          </Menu.Positioner>
        </Portal>
      </Menu.RootProvider>
      <Suspense fallback={null}>
        {dialog === 'password' ? <ChangePassword onClose={close} /> : null}
        {dialog === 'news' ? <News onClose={close} /> : null}
      </Suspense>
    </>
  );
}
