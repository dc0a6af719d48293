import { Table } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import type { SettingsRow } from './settingsDiff.ts';
import { ChangedMark, SettingsValue } from './SettingsValue.tsx';

/**
 * Setting, current and, while a change is pending, its pending value. A changed value is tinted, bold, marked and
 * announced.
 */
export function SettingsTable(props: { label: string; rows: readonly SettingsRow[]; withPending: boolean }) {
  const { t } = useTranslation('device-settings');
  return (
    <Table.ScrollArea tabIndex={0} role="region" aria-label={props.label}>
      <Table.Root
        size="sm"
        textStyle="sm"
        css={{ '& tr': { bg: 'transparent' }, '& th, & td': { px: '2', whiteSpace: 'normal' } }}
      >
        <Table.Header>
          <Table.Row>
            <Table.ColumnHeader scope="col">{t('setting')}</Table.ColumnHeader>
            <Table.ColumnHeader scope="col" textAlign="end">
              {t('current')}
            </Table.ColumnHeader>
            {props.withPending ? (
              <Table.ColumnHeader scope="col" textAlign="end">
                {t('pending')}
              </Table.ColumnHeader>
            ) : null}
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {props.rows.map((row) => (
            <Table.Row key={row.name}>
              <Table.Cell as="th" scope="row" textAlign="start" fontWeight="normal">
                {row.label}
              </Table.Cell>
              <Table.Cell textAlign="end">
                <SettingsValue name={row.name} value={row.current} unit={row.unit} />
              </Table.Cell>
              {props.withPending ? (
                <Table.Cell textAlign="end" {...(row.changed && { bg: 'bg.changed', fontWeight: 'bold' })}>
                  {row.changed ? <ChangedMark /> : null}
                  <SettingsValue name={row.name} value={row.pending} unit={row.unit} />
                </Table.Cell>
              ) : null}
            </Table.Row>
          ))}
        </Table.Body>
      </Table.Root>
    </Table.ScrollArea>
  );
}
