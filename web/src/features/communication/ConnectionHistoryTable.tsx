import { Box, Button, HStack, Table } from '@chakra-ui/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { OutOfDate } from '../../components/OutOfDate.tsx';
import { SkeletonLines } from '../../components/Skeletons.tsx';
import { useReloadOnDeviceChange } from '../../lib/deviceChanges.ts';
import { graphql } from '../../lib/graphql.ts';
import { useLogged } from '../../lib/useLogged.ts';
import { useShown } from '../../lib/useShown.ts';
import { useZonedInstantFormat } from '../../lib/viewer.ts';
import { useConnectionHistoryQuery } from './gql/ConnectionHistoryTable.ts';

/** The known ways a session ends. Any other value is shown as the device sent it. */
const exits = ['ok', 'timeout', 'signal_lost'] as const;

/** Connection history page size (document 000, section 9). */
export const connectionsPage = 10;

graphql(`
  query ConnectionHistory($id: ID!, $page: Int!, $limit: Int!) {
    node(id: $id) {
      id
      ... on DeviceHistory {
        connectionHistory(page: $page, limit: $limit) {
          ...ConnectionHistoryTable_page @unmask
        }
      }
      ... on Machine {
        connectionHistory(page: $page, limit: $limit) {
          ...ConnectionHistoryTable_page @unmask
        }
      }
    }
  }

  fragment ConnectionHistoryTable_page on ConnectionHistory {
    total
    from
    to
    rows {
      startTime
      endTime
      minutes
      exitFlag
      connectionType
    }
  }
`);

/**
 * The sessions of an assignment or a machine, newest first, ten per page, with times in the zone of the viewer's
 * organization, which is shown. Prev and Next appear when there is more than one page.
 */
export function ConnectionHistoryTable({ of }: { of: string }) {
  const { t } = useTranslation('communication');
  const format = useZonedInstantFormat();
  const [page, setPage] = useState(1);
  const { data, error, loading, refetch } = useConnectionHistoryQuery({
    variables: { id: of, page, limit: connectionsPage },
    fetchPolicy: 'network-only',
  });
  // The page that is open remains.
  useReloadOnDeviceChange(refetch, loading);
  useLogged('The connection history was not loaded', error);
  const node = useShown({ data, error }, `${of} ${page}`).shown?.node;
  const history = node && 'connectionHistory' in node ? node.connectionHistory : null;

  const retry = () => void refetch();
  if (!history)
    return error ? (
      <ErrorState error={error} onRetry={retry} />
    ) : (
      <SkeletonLines lines={connectionsPage + 2} height="7" />
    );
  if (history.total === 0) return <EmptyState text={t('history.empty')} />;
  const minutes = (value: number | null) => (value === null ? '–' : t('history.length', { minutes: value.toFixed(1) }));
  const status = (flag: string | null) => {
    const known = exits.find((exit) => exit === flag);
    return known ? t(`history.exit.${known}`) : (flag ?? '–');
  };
  return (
    <Box aria-busy={loading} opacity={loading ? 0.6 : 1}>
      {error ? <OutOfDate error={error} onRetry={retry} /> : null}
      <Table.ScrollArea tabIndex={0} role="region" aria-label={t('history.title')}>
        <Table.Root size="sm" css={{ '& tr': { bg: 'transparent' }, '& th': { whiteSpace: 'normal' } }}>
          <Table.Header>
            <Table.Row>
              {(['start', 'end', 'minutes', 'status', 'type'] as const).map((column) => (
                <Table.ColumnHeader key={column} scope="col" textAlign={column === 'minutes' ? 'end' : undefined}>
                  {t(`history.${column}`)}
                </Table.ColumnHeader>
              ))}
            </Table.Row>
          </Table.Header>
          <Table.Body>
            {history.rows.map((row) => (
              <Table.Row key={row.startTime}>
                <Table.Cell whiteSpace="nowrap">{format(row.startTime)}</Table.Cell>
                <Table.Cell whiteSpace="nowrap">{format(row.endTime) || '–'}</Table.Cell>
                <Table.Cell textAlign="end" whiteSpace="nowrap">
                  {minutes(row.minutes)}
                </Table.Cell>
                <Table.Cell>{status(row.exitFlag)}</Table.Cell>
                <Table.Cell>{t(`type.${row.connectionType}`)}</Table.Cell>
              </Table.Row>
            ))}
          </Table.Body>
        </Table.Root>
      </Table.ScrollArea>
      <HStack justify="space-between" mt="3" flexWrap="wrap">
        <Box aria-live="polite" color="fg.muted" fontSize="dense">
          {history.from === null ? null : t('history.showing', { from: history.from, to: history.to })}
        </Box>
        {history.total > connectionsPage ? (
          <HStack as="nav" aria-label={t('history.pages')}>
            <Button size="xs" variant="outline" disabled={page === 1 || loading} onClick={() => setPage(page - 1)}>
              {t('history.previous')}
            </Button>
            <Button
              size="xs"
              variant="outline"
              disabled={page * connectionsPage >= history.total || loading}
              onClick={() => setPage(page + 1)}
            >
              {t('history.next')}
            </Button>
          </HStack>
        ) : null}
      </HStack>
    </Box>
  );
}
