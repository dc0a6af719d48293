import { Box, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { timeAgo } from '../../lib/dates.ts';
import { isSilent } from '../../lib/isSilent.ts';
import { useZonedInstantFormat } from '../../lib/viewer.ts';
import type { CommunicationPanel_historyFragment } from './gql/CommunicationPanel.ts';

/**
 * When the device last connected: relative, and exact in the organization's time zone. `watched`: silence is a warning.
 */
export function LastConnection(props: {
  connection: CommunicationPanel_historyFragment['lastConnection'];
  watched: boolean;
}) {
  const { t } = useTranslation('communication');
  const format = useZonedInstantFormat();
  const { connection } = props;
  if (!connection) return <>{t('never')}</>;

  const instant = connection.endTime ?? connection.startTime;
  return (
    <Box>
      <Text as="span">{timeAgo(instant)}</Text>
      <Text textStyle="xs" color="fg.muted">
        <time dateTime={instant}>{format(instant)}</time>
        {' · '}
        {t(`type.${connection.connectionType}`)}
      </Text>
      {props.watched && isSilent(instant) ? (
        <StatusBadge tone="warning" mt="1" whiteSpace="normal">
          {t('stale')}
        </StatusBadge>
      ) : null}
    </Box>
  );
}
