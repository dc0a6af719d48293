import { Badge, Box, IconButton } from '@chakra-ui/react';
import { useApolloClient } from '@apollo/client/react';
import { Bell } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Tooltip } from '../../components/Tooltip.tsx';
import { graphql } from '../../lib/graphql.ts';
import { useOnFocus } from '../../lib/useOnFocus.ts';
import { useViewer } from '../../lib/viewer.ts';
import { InboxCountDocument as query } from './gql/InboxBell.ts';

graphql(`
  query InboxCount {
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
`);

const InboxDrawer = lazy(() =>
  import('./InboxDrawer.tsx').then(({ InboxDrawer: component }) => ({ default: component })),
);

/** The server counts no further. */
const most = 100;

/**
 * Opens the inbox and shows how many of its items are unread. The count follows live for as long as messages do
 * (OrgMessageListener), and is read again whenever the user returns to the window.
 */
export function InboxBell() {
  const { t } = useTranslation('org-messages');
  const { inboxUnreadCount: unread } = useViewer();
  const client = useApolloClient();
  const [open, setOpen] = useState(false);
  const shown = unread < most ? String(unread) : `${most - 1}+`;
  const label = t('inbox.bell', { count: unread, shown });

  // The cached viewer takes the new count. A failed request shows in what the user does next.
  useOnFocus(() => void client.query({ query, fetchPolicy: 'network-only' }).catch(() => undefined));

  return (
    <>
      <Tooltip content={label}>
        <IconButton
          variant="ghost"
          size="sm"
          position="relative"
          aria-label={label}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          <Bell />
          {unread > 0 ? (
            <Badge
              aria-hidden="true"
              colorPalette="red"
              variant="solid"
              size="xs"
              position="absolute"
              top="0"
              insetEnd="0"
              borderRadius="full"
            >
              {shown}
            </Badge>
          ) : null}
        </IconButton>
      </Tooltip>
      <Box aria-live="polite" srOnly>
        {unread > 0 ? label : null}
      </Box>
      {open ? (
        <Suspense fallback={null}>
          <InboxDrawer unread={unread} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
