import { Badge, Button, Table } from '@chakra-ui/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '../../components/ConfirmDialog.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { toaster } from '../../components/Toaster.tsx';
import { formatDate } from '../../lib/dates.ts';
import { hoursAndMinutes } from '../../lib/hours.ts';
import { useInstantFormat } from '../../lib/viewer.ts';
import { useUndoUsageDates, type MachineUsageQuery } from './gql/usageOperations.ts';
import { VOIDED, type UsageRow } from './usageOperations.ts';

type Usage = NonNullable<MachineUsageQuery['machine']>['usage'];

/** The nights of a page, with a mark and the recorded date where it was corrected, and the button that undoes this. */
export function MachineNightsTable(props: { machineId: string; usage: Usage; canUndo: boolean; onDone: () => void }) {
  const { t } = useTranslation('usage-dates');
  const format = useInstantFormat();
  const { rows } = props.usage;
  if (rows.length === 0) return <EmptyState text={t('empty')} />;
  return (
    <Table.ScrollArea tabIndex={0} role="region" aria-label={t('title')}>
      <Table.Root size="sm" css={{ '& tr': { bg: 'transparent' } }}>
        <Table.Header>
          <Table.Row>
            <Table.ColumnHeader scope="col">{t('date')}</Table.ColumnHeader>
            <Table.ColumnHeader scope="col">{t('correction')}</Table.ColumnHeader>
            <Table.ColumnHeader scope="col">{t('source.label')}</Table.ColumnHeader>
            <Table.ColumnHeader scope="col">{t('use')}</Table.ColumnHeader>
            <Table.ColumnHeader scope="col">{t('created')}</Table.ColumnHeader>
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {rows.map((row) => (
            <Table.Row key={row.id}>
              <Table.Cell whiteSpace="nowrap">{formatDate(row.date)}</Table.Cell>
              <Table.Cell>
                {row.corrected ? (
                  <>
                    <Badge colorPalette="orange">{t('correctedFrom', { date: formatDate(row.recordedDate) })}</Badge>
                    {props.canUndo && row.state !== VOIDED ? (
                      <UndoButton machineId={props.machineId} row={row} onDone={props.onDone} />
                    ) : null}
                  </>
                ) : null}
                {row.state === VOIDED ? <Badge>{t('voided')}</Badge> : null}
              </Table.Cell>
              <Table.Cell>{t(`sources.${row.source}`, { ns: 'usage' })}</Table.Cell>
              <Table.Cell>{hoursAndMinutes(row.minutes)}</Table.Cell>
              <Table.Cell whiteSpace="nowrap">{format(row.arrivedAt)}</Table.Cell>
            </Table.Row>
          ))}
        </Table.Body>
      </Table.Root>
    </Table.ScrollArea>
  );
}

/** Moves one night back to the date that the device recorded, after a question. */
function UndoButton({ machineId, row, onDone }: { machineId: string; row: UsageRow; onDone: () => void }) {
  const { t } = useTranslation('usage-dates');
  const confirm = useConfirm();
  const undo = useUndoUsageDates();
  const [busy, setBusy] = useState(false);
  const dates = { date: formatDate(row.date), recorded: formatDate(row.recordedDate) };

  async function run() {
    if (!(await confirm({ title: t('undo.title'), body: t('undo.body', dates), confirmLabel: t('undo.button') })))
      return;
    setBusy(true);
    try {
      const { result, userErrors } = await undo({
        input: { machineId, source: row.source, nightIds: [row.databaseId] },
      });
      if (userErrors[0]) toaster.error({ title: t('notChanged'), description: userErrors[0].message });
      else toaster.success({ title: result });
      onDone();
    } catch {
      toaster.error({ title: t('notChanged') });
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button size="2xs" minH={{ base: '10', sm: '0' }} variant="ghost" ms="2" loading={busy} onClick={() => void run()}>
      {t('undo.button')}
    </Button>
  );
}
