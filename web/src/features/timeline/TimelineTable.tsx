import { Table, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { useInstantFormat } from '../../lib/viewer.ts';
import type { Fact } from './usePatientTimeline.ts';

/** What was recorded, newest first: when, what, of which device, and which user did it. */
export function TimelineTable({ facts, busy }: { facts: readonly Fact[]; busy: boolean }) {
  const { t } = useTranslation('timeline');
  const instant = useInstantFormat();
  return (
    <Table.ScrollArea tabIndex={0} role="region" aria-label={t('title')} aria-busy={busy}>
      <Table.Root size="sm" css={{ '& tr': { bg: 'transparent' } }}>
        <Table.Header>
          <Table.Row>
            <Table.ColumnHeader scope="col">{t('recorded')}</Table.ColumnHeader>
            <Table.ColumnHeader scope="col">{t('what')}</Table.ColumnHeader>
            <Table.ColumnHeader scope="col">{t('device')}</Table.ColumnHeader>
            <Table.ColumnHeader scope="col">{t('user')}</Table.ColumnHeader>
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {facts.map(({ id, recordedAt, description, reason, serial, actor }) => (
            <Table.Row key={id} verticalAlign="top">
              <Table.Cell whiteSpace="nowrap">{instant(recordedAt)}</Table.Cell>
              <Table.Cell minW="16rem">
                {description}
                {reason ? (
                  <Text color="fg.muted" overflowWrap="anywhere">
                    {t('reason', { reason })}
                  </Text>
                ) : null}
              </Table.Cell>
              <Table.Cell fontFamily="mono">{serial ?? '–'}</Table.Cell>
              <Table.Cell overflowWrap="anywhere">{actor ? <bdi>{actor}</bdi> : '–'}</Table.Cell>
            </Table.Row>
          ))}
        </Table.Body>
      </Table.Root>
    </Table.ScrollArea>
  );
}
