import { Button, Dialog, Portal, Stack, Text } from '@chakra-ui/react';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogConnectionBanner } from '../../components/ConnectionBanner.tsx';
import { FormErrors } from '../../components/FormField.tsx';
import { sendRequest } from '../../lib/http.ts';
import { portalName } from '../../lib/portalName.ts';
import { workState } from '../../lib/unsavedWork.ts';
import { useSessionOver } from '../../lib/useSessionOver.ts';
import type { Ending } from './sessionWatch.ts';
import { useEndSession } from './useEndSession.ts';

/** Asks whether the user is still there before an idle session ends (SessionEnd.tsx). */
export function ActivityCheck({ ending }: { ending: Ending | null }) {
  const [seenAt, setSeenAt] = useState(0);
  const isOver = useSessionOver();

  if (!ending || isOver) return null;
  if (ending.extendable) return <IdleQuestion ending={ending} />;
  // Asked for again some times before the end, which then differs by less than a second.
  if (Math.abs(ending.at - seenAt) < 5000) return null;
  return <LimitNotice ending={ending} onClose={() => setSeenAt(ending.at)} />;
}

function IdleQuestion({ ending }: { ending: Ending }) {
  const { t } = useTranslation('session');
  const endSession = useEndSession();
  const [isPending, setPending] = useState(false);
  const [hasFailed, setFailed] = useState(false);

  // A request that the user triggers begins the time again; the keep-alive behind it closes the question, in all tabs.
  async function stay() {
    setPending(true);
    setFailed(false);
    const answer = await sendRequest('get', '/api/user').catch(() => null);
    setPending(false);
    setFailed(!answer?.ok);
  }

  return (
    <Question
      title={t('activity.title')}
      body={t('activity.body', { portal: portalName() })}
      ending={ending}
      problem={hasFailed ? t('activity.failed') : undefined}
    >
      <Button variant="outline" disabled={isPending} onClick={() => void endSession()}>
        {t('activity.signOut')}
      </Button>
      <Button data-autofocus="" loading={isPending} loadingText={t('activity.stay')} onClick={() => void stay()}>
        {t('activity.stay')}
      </Button>
    </Question>
  );
}

function LimitNotice({ ending, onClose }: { ending: Ending; onClose: () => void }) {
  const { t } = useTranslation('session');
  return (
    <Question title={t('activity.limit.title')} body={t('activity.limit.body')} ending={ending}>
      <Button data-autofocus="" onClick={onClose}>
        {t('activity.limit.close')}
      </Button>
    </Question>
  );
}

function Question(props: { title: string; body: string; ending: Ending; problem?: string; children: ReactNode }) {
  const { t } = useTranslation('session');
  return (
    <Dialog.Root open role="alertdialog" placement="center" closeOnInteractOutside={false} closeOnEscape={false}>
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner px="4">
          <Dialog.Content maxW="400px">
            <Dialog.Header>
              <Dialog.Title textStyle="md">{props.title}</Dialog.Title>
            </Dialog.Header>
            <DialogConnectionBanner />
            <Dialog.Body>
              <Stack gap="3">
                <FormErrors message={props.problem} />
                <Dialog.Description>{props.body}</Dialog.Description>
                <Countdown to={props.ending.at} />
                {workState() === 'clean' ? null : <Text color="fg.muted">{t('activity.kept')}</Text>}
              </Stack>
            </Dialog.Body>
            <Dialog.Footer flexWrap="wrap">{props.children}</Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

const secondsTo = (at: number) => Math.max(0, Math.ceil((at - Date.now()) / 1000));

/** Minutes and seconds left. Screen readers announce them when asked, not each second. */
function Countdown({ to }: { to: number }) {
  const [seconds, setSeconds] = useState(() => secondsTo(to));
  useEffect(() => {
    const draw = () => setSeconds(secondsTo(to));
    draw();
    const timer = setInterval(draw, 250);
    return () => clearInterval(timer);
  }, [to]);
  return (
    <Text role="timer" textStyle="xl" fontWeight="semibold" textAlign="center">
      {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
    </Text>
  );
}
