import { Button, Dialog, Portal, Stack, Text } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogConnectionBanner } from '../../components/ConnectionBanner.tsx';
import { graphql } from '../../gql/gql.ts';
import { useSignIn } from '../../gql/hooks.ts';
import { page } from '../../lib/page.ts';
import { sessionRenewed } from '../../lib/sessionGuard.ts';
import { discardWork } from '../../lib/unsavedWork.ts';
import { useViewer } from '../../lib/viewer.ts';
import { SignInForm, type Credentials } from './SignInForm.tsx';

graphql(`
  mutation SignIn($input: SignInInput!) {
    signIn(input: $input) {
      verificationRequired
      ...UserErrors
    }
  }
`);

/** Milliseconds before unsaved input is discarded and the page reloads. */
const keptMs = 30 * 60 * 1000;

function reload() {
  discardWork();
  page.reload();
}

/** The same user signs in again over the page (SessionOver.tsx). */
export function SignInAgain() {
  const { t } = useTranslation('session');
  const { email } = useViewer().user;
  const signIn = useSignIn();
  const content = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const timer = setTimeout(reload, keptMs);
    return () => clearTimeout(timer);
  }, []);

  async function submit({ password }: Credentials) {
    // The user of the page, whatever the form contains: the unsaved input belongs to this user only.
    const { userErrors, verificationRequired } = await signIn({ input: { email, password } });
    // Only the password can be corrected here.
    if (userErrors.length > 0) return userErrors.map((error) => ({ ...error, field: 'password' }));
    if (verificationRequired) reload();
    sessionRenewed();
  }

  return (
    <Dialog.Root
      open
      role="alertdialog"
      placement="center"
      closeOnInteractOutside={false}
      closeOnEscape={false}
      // Without it the dialog moves the focus to its first field, which is read-only, while the user types.
      initialFocusEl={() => content.current?.querySelector<HTMLElement>('input[name="password"]') ?? null}
    >
      <Portal>
        {/* Opaque, so that no patient data is visible. */}
        <Dialog.Backdrop bg="bg" />
        <Dialog.Positioner px="4">
          <Dialog.Content ref={content} maxW="400px">
            <Dialog.Header>
              <Dialog.Title textStyle="md">{t('again.title')}</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body>
              <DialogConnectionBanner />
              <Stack gap="4">
                <Text>{t('again.body')}</Text>
                <SignInForm email={email} onSubmit={submit} />
                <Button variant="ghost" size="sm" onClick={reload}>
                  {t('again.discard')}
                </Button>
              </Stack>
            </Dialog.Body>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
