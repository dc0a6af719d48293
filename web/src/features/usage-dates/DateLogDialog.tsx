import { Button, Table, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { Modal } from '../../components/Modal.tsx';
import { SkeletonLines } from '../../components/Skeletons.tsx';
import { formatDate } from '../../lib/dates.ts';
import { formatCount } from '../../lib/numberLocale.ts';
import { useLogged } from '../../lib/useLogged.ts';
import { useInstantFormat } from '../../lib/viewer.ts';
import { useUsageDateLogQuery } from './gql/usageOperations.ts';
import { Pager } from './Pager.tsx';

/** Lines of a page (document 001, section 9). */
const logPage = 25;

/** Which user moved which night of a machine, and when; newest first. */
export function DateLogDialog({ machine, onClose }: { machine: { id: string; serial: string }; onClose: () => void }) {
  const { t } = useTranslation('usage-dates');
  return (
    <Modal
      open
      onClose={onClose}
      title={t('log.of', { serial: machine.serial })}
      size="xl"
      footer={
        <Button variant="outline" onClick={onClose}>
          {t('close')}
        </Button>
      }
    >
      <LogTable machineId={machine.id} />
    </Modal>
  );
}

function LogTable({ machineId }: { machineId: string }) {
  const { t } = useTranslation('usage-dates');
  const format = useInstantFormat();
  const [page, setPage] = useState(1);
  const { data, previousData, error, loading, refetch } = useUsageDateLogQuery({
    variables: { id: machineId, page },
    fetchPolicy: 'network-only',
  });
  useLogged('The date change audit log was not loaded', error);
  const log = (data ?? previousData)?.machine?.usageDateChanges;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!log) return <SkeletonLines lines={5} />;
  if (log.total === 0) return <EmptyState text={t('empty')} />;
  return (
    <>
      <Table.ScrollArea tabIndex={0} role="region" aria-label={t('log.title')} aria-busy={loading}>
        <Table.Root size="sm" css={{ '& tr': { bg: 'transparent' } }}>
          <Table.Header>
            <Table.Row>
              <Table.ColumnHeader scope="col">{t('log.oldDate')}</Table.ColumnHeader>
              <Table.ColumnHeader scope="col">{t('log.newDate')}</Table.ColumnHeader>
              <Table.ColumnHeader scope="col">{t('source.label')}</Table.ColumnHeader>
              <Table.ColumnHeader scope="col">{t('log.email')}</Table.ColumnHeader>
              <Table.ColumnHeader scope="col">{t('log.createdAt')}</Table.ColumnHeader>
            </Table.Row>
          </Table.Header>
          <Table.Body>
            {log.rows.map((row) => (
              <Table.Row key={row.databaseId}>
                <Table.Cell whiteSpace="nowrap">{formatDate(row.oldDate)}</Table.Cell>
                <Table.Cell whiteSpace="nowrap">{formatDate(row.newDate)}</Table.Cell>
                <Table.Cell>{t(`sources.${row.source}`, { ns: 'usage' })}</Table.Cell>
                <Table.Cell overflowWrap="anywhere">{row.email}</Table.Cell>
                <Table.Cell whiteSpace="nowrap">{format(row.createdAt)}</Table.Cell>
              </Table.Row>
            ))}
          </Table.Body>
        </Table.Root>
      </Table.ScrollArea>
      <Text color="fg.muted" fontSize="dense" mt="3" aria-live="polite">
        {t('showing', {
          from: formatCount(log.from ?? 0),
          to: formatCount(log.to ?? 0),
          total: formatCount(log.total),
        })}
      </Text>
      <Pager
        label={t('log.pages')}
        page={page}
        last={Math.ceil(log.total / logPage)}
        loading={loading}
        onPage={setPage}
      />
    </>
  );
}
