import { Icon, Table } from '@chakra-ui/react';
import { ArrowRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { SettingsValue } from './SettingsValue.tsx';

/** One setting before and after; null when it had no value. */
export interface ShownChange {
  name: string;
  label: string;
  from: string | null;
  to: string | null;
  unit?: string | null;
}

/** Old → new of every changed setting. `before` and `after` are the column headers. */
export function ChangesTable(props: { label: string; before: string; after: string; changes: readonly ShownChange[] }) {
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
              {props.before}
            </Table.ColumnHeader>
            <Table.ColumnHeader scope="col" textAlign="end">
              {props.after}
            </Table.ColumnHeader>
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {props.changes.map(({ name, label, from, to, unit }) => (
            <Table.Row key={name}>
              <Table.Cell as="th" scope="row" textAlign="start" fontWeight="normal">
                {label}
              </Table.Cell>
              <Table.Cell textAlign="end">
                <SettingsValue name={name} value={from} unit={unit} />
              </Table.Cell>
              <Table.Cell textAlign="end" bg="bg.changed" fontWeight="bold">
                <Icon asChild boxSize="3.5" me="1.5" verticalAlign="middle">
                  <ArrowRight aria-hidden="true" />
                </Icon>
                <SettingsValue name={name} value={to} unit={unit} />
              </Table.Cell>
            </Table.Row>
          ))}
        </Table.Body>
      </Table.Root>
    </Table.ScrollArea>
  );
}
