import { Box } from '@chakra-ui/react';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { toaster } from '../../components/Toaster.tsx';
import { graphql } from '../../lib/graphql.ts';
import { useViewer } from '../../lib/viewer.ts';
import {
  useInboxChangedSubscription,
  useOrgMessageDeliveredSubscription,
  type OrgMessageDeliveredSubscription,
} from './gql/OrgMessageListener.ts';

graphql(`
  subscription OrgMessageDelivered {
    orgMessageDelivered {
      userId
      hostname
      eventServerHostname
      message
    }
  }
`);

graphql(`
  subscription InboxChanged {
    inboxChanged {
      added
      viewer {
        inboxUnreadCount
        newAnnouncements {
          id
          title
          body
          titleEs
          bodyEs
        }
      }
    }
  }
`);

/** Milliseconds after which the client stops listening for messages; never renewed (document 000, section 9). */
export const listeningMs = 30 * 60 * 1000;

/** Its sanitizer is loaded with the first message. Without it a message is plain text. */
const bodyOf = (html: string): Promise<ReactNode> =>
  import('../../components/MessageBody.tsx').then(
    ({ MessageBody }) => <MessageBody html={html} />,
    () => new DOMParser().parseFromString(html, 'text/html').body.textContent,
  );

type Delivery = OrgMessageDeliveredSubscription['orgMessageDelivered'];

/**
 * Shows messages to the user, and failures of their settings changes, for 30 minutes after the portal is opened; the
 * count of the inbox follows (InboxBell). Without a realtime key it does not listen.
 */
export function OrgMessageListener() {
  const { t } = useTranslation('org-messages');
  const { realtimeKey, user } = useViewer();
  const [over, setOver] = useState(false);

  useEffect(() => {
    const timer = setTimeout(() => setOver(true), listeningMs);
    return () => clearTimeout(timer);
  }, []);

  useOrgMessageDeliveredSubscription({
    skip: !realtimeKey || over,
    fetchPolicy: 'no-cache',
    onData: ({ data: { data } }) => {
      const delivery = data?.orgMessageDelivered;
      // The server delivers only to the recipient; a message to another user is ignored as a second safeguard.
      if (!delivery || delivery.userId !== user.databaseId) return;
      void bodyOf(delivery.message).then((body) =>
        toaster.success({ title: t('delivered.title'), description: <Delivered delivery={delivery} body={body} /> }),
      );
    },
    // Never shown to the user (document 000, section 8).
    onError: (error) => console.error('Messages are not listened for:', error.message),
  });
  // The cached viewer takes the new count.
  useInboxChangedSubscription({
    skip: !realtimeKey || over,
    onData: ({ data: { data } }) => {
      const added = data?.inboxChanged.added;
      if (added === 'SETTINGS_FAILED')
        toaster.error({ title: t('inbox.kinds.SETTINGS_FAILED'), description: t('inbox.toast') });
      if (added === 'FIGURES_REPAIRED') toaster.error({ title: t('inbox.kinds.FIGURES_REPAIRED') });
      if (added === 'HAND_OFF_ASKED' || added === 'HAND_OFF_ANSWERED' || added === 'HAND_OFF_MESSAGE')
        toaster.success({ title: t(`inbox.kinds.${added}`), description: t('inbox.toast') });
    },
    onError: (error) => console.error('The inbox is not listened to:', error.message),
  });
  return null;
}

function Delivered({ delivery, body }: { delivery: Delivery; body: ReactNode }) {
  const { t } = useTranslation('org-messages');
  return (
    <>
      <Box textStyle="xs">
        <div>{t('delivered.webServer', { host: window.location.hostname })}</div>
        <div>{t('delivered.originServer', { host: delivery.hostname })}</div>
        <div>{t('delivered.eventServer', { host: delivery.eventServerHostname })}</div>
      </Box>
      <Box mt="1" color="fg" maxH="40dvh" overflowY="auto">
        {body}
      </Box>
    </>
  );
}
