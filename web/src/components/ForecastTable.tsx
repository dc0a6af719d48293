import { Table, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../lib/dates.ts';
import { graphql } from '../lib/graphql.ts';
import { nameInList } from '../lib/nameInList.ts';
import type { ForecastTable_complianceFragment as Compliance } from './gql/ForecastTable.ts';

graphql(`
  fragment ForecastTable_compliance on ComplianceForecast {
    state
    compliantDays
    nightsNeeded
    windowStart
    windowEnd
  }
`);

/** What a dry run answers about a patient whose nights would move. */
export interface ForecastRow {
  patient: { id: string; firstName: string; lastName: string };
  /** Number of moving nights that are or would be the patient's. */
  nights: number;
  before: Compliance;
  after: Compliance;
}

/** Compliance of patients before and after a change that is not saved yet. */
export function ForecastTable({ rows }: { rows: readonly ForecastRow[] }) {
  const { t } = useTranslation('compliance');
  return (
    <Table.ScrollArea tabIndex={0} role="region" aria-label={t('forecast.label')}>
      <Table.Root
        size="sm"
        css={{ '& tr': { bg: 'transparent' }, '& th, & td': { whiteSpace: 'normal', verticalAlign: 'top', px: '1.5' } }}
      >
        <Table.Header>
          <Table.Row>
            <Table.ColumnHeader scope="col">{t('forecast.patient')}</Table.ColumnHeader>
            <Table.ColumnHeader scope="col">{t('forecast.nights')}</Table.ColumnHeader>
            <Table.ColumnHeader scope="col">{t('forecast.before')}</Table.ColumnHeader>
            <Table.ColumnHeader scope="col">{t('forecast.after')}</Table.ColumnHeader>
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {rows.map(({ patient, nights, before, after }) => (
            <Table.Row key={patient.id}>
              <Table.Cell>{nameInList(patient)}</Table.Cell>
              <Table.Cell>{nights}</Table.Cell>
              <Table.Cell>
                <Shown compliance={before} />
              </Table.Cell>
              <Table.Cell fontWeight={before.state === after.state ? undefined : 'semibold'}>
                <Shown compliance={after} />
              </Table.Cell>
            </Table.Row>
          ))}
        </Table.Body>
      </Table.Root>
    </Table.ScrollArea>
  );
}

function Shown({ compliance }: { compliance: Compliance }) {
  const { t } = useTranslation('compliance');
  const { state, compliantDays, nightsNeeded, windowStart, windowEnd } = compliance;
  const needed = nightsNeeded ?? t('forecast.none');
  if (!windowStart) return t(`states.${state}`);
  return (
    <>
      <Text>{t('forecast.compliance', { state: t(`states.${state}`), nights: compliantDays, needed })}</Text>
      <Text textStyle="xs" color="fg.muted" fontWeight="normal">
        {t('forecast.window', { start: formatDate(windowStart), end: formatDate(windowEnd) })}
      </Text>
    </>
  );
}
