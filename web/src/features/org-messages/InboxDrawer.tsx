import { Badge, Box, Button, HStack, Stack, Text } from '@chakra-ui/react';
import { BellOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Drawer } from '../../components/Drawer.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { SkeletonLines } from '../../components/Skeletons.tsx';
import { TextLink } from '../../components/TextLink.tsx';
import { nameInList } from '../../lib/nameInList.ts';
import { formatCount } from '../../lib/numberLocale.ts';
import { urls } from '../../lib/urls.ts';
import { useInstantFormat } from '../../lib/viewer.ts';
import { MessageBody } from '../../components/MessageBody.tsx';
import { useInbox, type InboxItem } from './useInbox.ts';

/** The inbox of the user: messages to them, how their settings changes ended and what else needs them, of the last 30 days. */
export function InboxDrawer({ unread, onClose }: { unread: number; onClose: () => void }) {
  const { t } = useTranslation('inbox');
  const inbox = useInbox(unread, t('failed'));
  const { items } = inbox;
  const [newest] = items ?? [];

  return (
    <Drawer
      open
      onClose={onClose}
      title={t('title')}
      footer={
        newest && unread > 0 ? (
          <Button
            variant="outline"
            disabled={inbox.isBusy}
            onClick={(event) => {
              // The button goes away with the last unread item.
              focusAround(event.currentTarget);
              void inbox.markAllRead(newest.databaseId);
            }}
          >
            {t('markAll')}
          </Button>
        ) : null
      }
    >
      <Text textStyle="xs" color="fg.muted" mb="3">
        {t('kept')}
      </Text>
      {items ? null : inbox.error ? (
        <ErrorState error={inbox.error} onRetry={() => void inbox.refetch()} />
      ) : (
        <SkeletonLines lines={6} />
      )}
      {items?.length === 0 ? <EmptyState icon={BellOff} text={t('none')} /> : null}
      <Stack as="ul" listStyleType="none" gap="0" aria-label={t('title')}>
        {items?.map((item) => (
          <Item
            key={item.databaseId}
            item={item}
            // Another tab may have marked items that are not among the newest.
            isUnread={item.readAt === null && unread > 0}
            isBusy={inbox.isBusy}
            onRead={() => void inbox.markRead(item)}
            onClose={onClose}
          />
        ))}
      </Stack>
      {inbox.hasOlder ? (
        <Button mt="3" size="sm" variant="outline" disabled={inbox.isBusy} onClick={() => void inbox.older()}>
          {t('older')}
        </Button>
      ) : null}
    </Drawer>
  );
}

/** What is about a patient, who may not be visible any more. */
const OF_PATIENT: ReadonlySet<InboxItem['kind']> = new Set([
  'SETTINGS_DELIVERED',
  'SETTINGS_FAILED',
  'PATIENT_DECLINED',
  'PATIENT_ASSIGNED_AGAIN',
]);

/** Gives the focus of a button that is about to go to what surrounds it. */
const focusAround = (button: HTMLElement) => button.closest<HTMLElement>('[tabindex="-1"], [role=dialog]')?.focus();

function Item(props: { item: InboxItem; isUnread: boolean; isBusy: boolean; onRead: () => void; onClose: () => void }) {
  const { t } = useTranslation('inbox');
  // Those that the listener of the frame shows too.
  const { t: kindOf } = useTranslation('org-messages');
  const instant = useInstantFormat();
  const { item, isUnread, onRead } = props;
  const { patient } = item;

  return (
    <Box as="li" tabIndex={-1} py="3" borderBottomWidth="1px" _last={{ borderBottomWidth: '0' }}>
      <HStack gap="2" mb="1" flexWrap="wrap">
        <Text fontWeight={isUnread ? 'semibold' : 'normal'}>{kindOf(`inbox.kinds.${item.kind}`)}</Text>
        {isUnread ? (
          <Badge colorPalette="red" variant="subtle">
            {t('unread')}
          </Badge>
        ) : null}
        <Text textStyle="xs" color="fg.muted" ms="auto">
          {instant(item.createdAt)}
        </Text>
      </HStack>
      {item.message === null ? null : <MessageBody html={item.message} />}
      {patient ? (
        <TextLink
          to={urls.patient(patient.databaseId)}
          onClick={() => {
            if (isUnread) onRead();
            props.onClose();
          }}
        >
          {nameInList(patient)}
        </TextLink>
      ) : null}
      {item.handOffId === null ? null : (
        <TextLink
          to={urls.handOff(item.handOffId)}
          onClick={() => {
            if (isUnread) onRead();
            props.onClose();
          }}
        >
          {t('handOff')}
        </TextLink>
      )}
      {item.repaired === null ? null : (
        <Text>{t('repaired', { count: item.repaired, shown: formatCount(item.repaired) })}</Text>
      )}
      {OF_PATIENT.has(item.kind) && !patient ? <Text color="fg.muted">{t('noPatient')}</Text> : null}
      {isUnread ? (
        <Button
          mt="2"
          size="xs"
          variant="outline"
          display="block"
          disabled={props.isBusy}
          onClick={(event) => {
            focusAround(event.currentTarget);
            onRead();
          }}
        >
          {t('markOne')}
        </Button>
      ) : null}
    </Box>
  );
}
