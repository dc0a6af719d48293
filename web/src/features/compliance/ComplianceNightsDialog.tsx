import { Button, HStack, Table, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../components/ErrorState.tsx';
import { Modal } from '../../components/Modal.tsx';
import { SkeletonLines } from '../../components/Skeletons.tsx';
import { StatusBadge, type StatusTone } from '../../components/StatusBadge.tsx';
import { graphql } from '../../gql/gql.ts';
import type { ComplianceNightsQuery } from '../../gql/graphql.ts';
import { useComplianceNightsQuery } from '../../gql/hooks.ts';
import { usagePart, useDateRangeSeed } from '../../lib/dateRange.tsx';
import { formatDate } from '../../lib/dates.ts';
import { useOnDeviceChange } from '../../lib/deviceChanges.ts';

graphql(`
  query ComplianceNights($patientId: ID!) {
    patient(id: $patientId) {
      id
      firstUsageDate
      compliance {
        ledger {
          date
          day
          minutes
          source
          state
        }
      }
    }
  }
`);

type Night = NonNullable<ComplianceNightsQuery['patient']>['compliance']['ledger'][number];

/** The nights of a patient's compliance period, and whether each counts. */
export function ComplianceNightsDialog({ patientId, onClose }: { patientId: string; onClose: () => void }) {
  const { t } = useTranslation('compliance');
  return (
    <Modal open onClose={onClose} title={t('ledger.title')} size="l-md">
      <Ledger patientId={patientId} />
    </Modal>
  );
}

function Ledger({ patientId }: { patientId: string }) {
  const { t } = useTranslation('compliance');
  const { data, error, refetch } = useComplianceNightsQuery({
    variables: { patientId },
    fetchPolicy: 'cache-and-network',
  });
  useOnDeviceChange(() => void refetch().catch(() => undefined));
  const { range, setRange } = useDateRangeSeed();
  const used = range && usagePart(range, data?.patient?.firstUsageDate ?? null);
  const isShown = ({ date }: Night) => !range || (used !== null && used.start <= date && date <= used.end);
  const nights = data?.patient?.compliance.ledger.filter(isShown);
  if (error && !nights) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!nights) return <SkeletonLines lines={6} />;
  return (
    <>
      {range ? (
        <HStack justify="space-between" flexWrap="wrap" mb="3">
          <Text fontSize="13px">
            {used
              ? t('ledger.range', { from: formatDate(used.start), to: formatDate(used.end) })
              : t('ledger.noneInRange')}
          </Text>
          <Button size="xs" variant="ghost" onClick={() => setRange(null)}>
            {t('ledger.showAll')}
          </Button>
        </HStack>
      ) : null}
      <Table.Root size="sm" fontSize="13px" aria-label={t('ledger.title')}>
        <Table.Header>
          <Table.Row>
            <Table.ColumnHeader>{t('ledger.date')}</Table.ColumnHeader>
            <Table.ColumnHeader textAlign="end">{t('ledger.day')}</Table.ColumnHeader>
            <Table.ColumnHeader textAlign="end">{t('ledger.use')}</Table.ColumnHeader>
            <Table.ColumnHeader>{t('ledger.source')}</Table.ColumnHeader>
            <Table.ColumnHeader>{t('ledger.counts')}</Table.ColumnHeader>
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {nights.map((night) => (
            <NightRow key={night.date} night={night} />
          ))}
        </Table.Body>
      </Table.Root>
    </>
  );
}

const tones: Record<Night['state'], StatusTone> = {
  COMPLIANT: 'success',
  SHORT: 'warning',
  UNUSED: 'warning',
  FAULT: 'danger',
  MISSING: 'neutral',
  EXPECTED: 'info',
};

function NightRow({ night }: { night: Night }) {
  const { t } = useTranslation('compliance');
  const { date, day, minutes, source, state } = night;
  return (
    <Table.Row>
      <Table.Cell whiteSpace="nowrap">{formatDate(date)}</Table.Cell>
      <Table.Cell textAlign="end">{day}</Table.Cell>
      <Table.Cell textAlign="end" fontVariantNumeric="tabular-nums">
        {minutes === null ? '' : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`}
      </Table.Cell>
      <Table.Cell>{source ? t(`ledger.sources.${source}`) : ''}</Table.Cell>
      <Table.Cell>
        <StatusBadge tone={tones[state]}>{t(`ledger.states.${state}`)}</StatusBadge>
      </Table.Cell>
    </Table.Row>
  );
}
