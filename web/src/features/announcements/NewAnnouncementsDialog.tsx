import { Box, Button, Text } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormErrors } from '../../components/FormField.tsx';
import { MessageBody } from '../../components/MessageBody.tsx';
import { Modal } from '../../components/Modal.tsx';
import { graphql } from '../../lib/graphql.ts';
import { workState } from '../../lib/unsavedWork.ts';
import type { Viewer } from '../../lib/viewer.ts';
import { useMarkAnnouncementRead } from './gql/NewAnnouncementsDialog.ts';

graphql(`
  mutation MarkAnnouncementRead($input: MarkAnnouncementReadInput!) {
    markAnnouncementRead(input: $input) {
      viewer {
        newAnnouncements {
          id
          title
          body
          titleEs
          bodyEs
        }
      }
      ...UserErrors
    }
  }
`);

/** Milliseconds after which an announcement that waits for a form or a dialog looks again. */
const lookAgainMs = 1000;

/** Whether an announcement would neither cover unsaved input nor another dialog. */
const isQuiet = () =>
  workState() === 'clean' && document.querySelector('[role="dialog"], [role="alertdialog"]') === null;

/** Returns true from the first moment in which the user is not busy with a form or a dialog. */
function useQuietMoment(): boolean {
  const [hasCome, setCome] = useState(isQuiet);
  useEffect(() => {
    if (hasCome) return;
    const timer = setInterval(() => setCome(isQuiet()), lookAgainMs);
    return () => clearInterval(timer);
  }, [hasCome]);
  return hasCome;
}

/**
 * One announcement after the other, oldest first. "Got it" marks it as read on the server, for all tabs and devices of
 * the user; one that is closed otherwise comes again with the next page load.
 */
export function NewAnnouncementsDialog({ announcements }: { announcements: Viewer['newAnnouncements'] }) {
  const { t, i18n } = useTranslation('announcements');
  const markRead = useMarkAnnouncementRead();
  const isQuietMoment = useQuietMoment();
  const [closed, setClosed] = useState<readonly string[]>([]);
  const [isPending, setPending] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const left = announcements.filter(({ id }) => !closed.includes(id));
  const [shown] = left;
  if (!shown || !isQuietMoment) return null;
  const { id, titleEs, bodyEs } = shown;
  const [title, body, language] =
    i18n.language === 'es' && titleEs && bodyEs ? [titleEs, bodyEs, 'es'] : [shown.title, shown.body, 'en'];

  // The button stays enabled: a disabled one loses the focus, and the next announcement has the same button.
  async function gotIt() {
    if (isPending) return;
    setPending(true);
    setFailed(false);
    try {
      await markRead({ input: { announcementId: id } });
    } catch {
      setFailed(true);
    } finally {
      setPending(false);
    }
  }

  return (
    <Modal
      open
      keepOpen
      onClose={() => setClosed(announcements.map((one) => one.id))}
      title={<span lang={language}>{title}</span>}
      footer={
        <>
          <Text role="status" me="auto" textStyle="xs" color="fg.muted">
            {left.length > 1 ? t('new.more', { number: left.length - 1 }) : null}
          </Text>
          <Button data-autofocus="" aria-busy={isPending} onClick={() => void gotIt()}>
            {t('new.gotIt')}
          </Button>
        </>
      }
    >
      <FormErrors message={hasFailed ? t('new.failed') : undefined} />
      <Box key={id} lang={language} aria-live="polite" pb="2">
        <MessageBody html={body} />
      </Box>
    </Modal>
  );
}
