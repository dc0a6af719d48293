import { Box, Table, Text, VisuallyHidden } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { flagValue, type SettingsRow } from './settingsDiff.ts';

/** Setting, current and, where a change is on its way, pending. A changed value is tinted, bold, marked ▲ and said so. */
export function SettingsTable(props: { label: string; rows: readonly SettingsRow[]; withPending: boolean }) {
  const { t } = useTranslation('device-settings');
  return (
    <Table.ScrollArea tabIndex={0} role="region" aria-label={props.label}>
      <Table.Root size="sm" textStyle="sm" css={{ '& tr': { bg: 'transparent' }, '& th, & td': { px: '2', whiteSpace: 'normal' } }}>
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
                <Value row={row} value={row.current} />
              </Table.Cell>
              {props.withPending ? (
                <Table.Cell textAlign="end" {...(row.changed && { bg: 'bg.changed', fontWeight: 'bold' })}>
                  {row.changed ? (
                    <>
                      <Box as="span" aria-hidden="true" fontSize="9px" me="1.5" verticalAlign="middle">
                        ▲
                      </Box>
                      <VisuallyHidden>{t('changed')}: </VisuallyHidden>
                    </>
                  ) : null}
                  <Value row={row} value={row.pending} />
                </Table.Cell>
              ) : null}
            </Table.Row>
          ))}
        </Table.Body>
      </Table.Root>
    </Table.ScrollArea>
  );
}

function Value({ row, value }: { row: SettingsRow; value: string | null }) {
  const { t } = useTranslation('device-settings');
  if (value === null) {
    return (
      <Text as="span" color="fg.muted">
        <span aria-hidden="true">—</span>
        <VisuallyHidden>{t('nothing')}</VisuallyHidden>
      </Text>
    );
  }
  const flag = flagValue(row.name, value);
  if (flag !== null) return t(`flag.${flag}`);
  if (!row.unit) return value;
  return (
    <Box as="span" whiteSpace="nowrap">
      {value}{' '}
      <Box as="span" textStyle="xs" color="fg.muted">
        {row.unit.replace('H2O', 'H₂O')}
      </Box>
    </Box>
  );
}
