import { Button, Dialog, Portal, Skeleton, Stack, Text } from '@chakra-ui/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogConnectionBanner } from '../../components/ConnectionBanner.tsx';
import { toaster } from '../../components/Toaster.tsx';
import { graphql } from '../../lib/graphql.ts';
import { page } from '../../lib/page.ts';
import { sessionRenewed } from '../../lib/sessionGuard.ts';
import { discardWork } from '../../lib/unsavedWork.ts';
import { useLoaded } from '../../lib/useLoaded.ts';
import { useViewer } from '../../lib/viewer.ts';
import { useSwitchOrganization } from '../organizations/gql/useActIn.ts';
import { useSignIn } from './gql/SignInAgain.ts';
import type { LoadSecondStep } from './SessionOver.tsx';
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

/** The same user signs in again over the page (SessionOver.tsx), also with a second factor. */
export function SignInAgain({ loadSecondStep }: { loadSecondStep: LoadSecondStep }) {
  const { t } = useTranslation('session');
  const { t: tOrganizations } = useTranslation('organizations');
  const {
    user: { email },
    actingOrganization,
  } = useViewer();
  const signIn = useSignIn();
  const switchOrganization = useSwitchOrganization();
  const [isSecond, setSecond] = useState(false);
  const step = useLoaded(loadSecondStep, isSecond);
  const askPassword = useCallback(() => setSecond(false), []);
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
    if (verificationRequired) setSecond(true);
    else await renewed();
  }

  /** Support staff acts where it did: the unsaved input belongs to that organization. */
  async function renewed() {
    if (actingOrganization) {
      const { id, name } = actingOrganization;
      await switchOrganization({ input: { organizationId: id } }).catch(() =>
        toaster.error({ title: tOrganizations('acting.lost', { name }), duration: Infinity }),
      );
    }
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
                {isSecond ? null : <SignInForm email={email} onSubmit={submit} />}
                {isSecond && !step ? <Skeleton height="10" /> : null}
                {isSecond && step ? <step.SecondStepAgain onDone={() => void renewed()} onOver={askPassword} /> : null}
                {isSecond ? (
                  <Button variant="ghost" size="sm" onClick={askPassword}>
                    {t('again.password')}
                  </Button>
                ) : null}
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
