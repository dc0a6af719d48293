import { Table } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import type { SettingsRecordStatus } from '../../gql/schema.ts';
import type { SettingsRow } from './settingsDiff.ts';
import { ChangedMark, SettingsValue } from './SettingsValue.tsx';

/** A change that failed or was replaced is not on its way to the device, so its column is not headed Pending. */
const headings = { FAILED: 'failed', VOID: 'replaced' } as const;

/**
 * Setting, current and the value of the submitted change, under a heading that names its status; null without a change.
 * A changed value is tinted, bold, marked and announced.
 */
export function SettingsTable(props: {
  label: string;
  rows: readonly SettingsRow[];
  submitted: SettingsRecordStatus | null;
}) {
  const { t } = useTranslation('device-settings');
  const { submitted } = props;
  return (
    <Table.ScrollArea position="relative" tabIndex={0} role="region" aria-label={props.label}>
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
            {submitted ? (
              <Table.ColumnHeader scope="col" textAlign="end">
                {t(submitted === 'FAILED' || submitted === 'VOID' ? headings[submitted] : 'pending')}
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
              {submitted ? (
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
