import { Box, chakra, Table } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../lib/dates.ts';
import { nameInList } from '../../lib/nameInList.ts';
import type { NightActState } from './useNightAct.ts';

/** A card may have hundreds of nights: plain elements, and those out of sight are not laid out. */
const rowsCss = {
  '& td': { px: '2', py: '1', borderBottomWidth: '1px' },
  '& tbody tr': { contentVisibility: 'auto', containIntrinsicSize: 'auto 2.25rem' },
  '& tr': { bg: 'transparent' },
  '& label': { display: 'flex', alignItems: 'center', gap: '2', minH: { base: '10', sm: '6' }, cursor: 'pointer' },
};

/** The nights of an act with a box each, all of them chosen at first. */
export function NightChoice({ state }: { state: NightActState }) {
  const { t } = useTranslation('night-voids');
  const { nights, left, toggle, chooseAll } = state;
  return (
    <Box
      maxH="16rem"
      overflow="auto"
      tabIndex={0}
      role="region"
      aria-label={t('nights')}
      borderWidth="1px"
      rounded="md"
    >
      <Table.Root size="sm" stickyHeader css={rowsCss}>
        <Table.Header>
          <Table.Row>
            <Table.ColumnHeader scope="col">
              <label>
                <Tick checked={left.size === 0} onChange={() => chooseAll(left.size > 0)} />
                {t('date')}
              </label>
            </Table.ColumnHeader>
            <Table.ColumnHeader scope="col">{t('minutes')}</Table.ColumnHeader>
            <Table.ColumnHeader scope="col">{t('patient')}</Table.ColumnHeader>
          </Table.Row>
        </Table.Header>
        <tbody>
          {nights.map(({ nightId, date, recordedDate, minutes, patient }) => (
            <tr key={nightId}>
              <td>
                <label>
                  <Tick checked={!left.has(nightId)} onChange={() => toggle(nightId)} />
                  {date === recordedDate
                    ? formatDate(date)
                    : t('corrected', { date: formatDate(date), recorded: formatDate(recordedDate) })}
                </label>
              </td>
              <td>{minutes}</td>
              <td>{patient ? nameInList(patient) : t('noPatient')}</td>
            </tr>
          ))}
        </tbody>
      </Table.Root>
    </Box>
  );
}

const Tick = (props: { checked: boolean; onChange: () => void }) => (
  <chakra.input type="checkbox" boxSize="4" flexShrink="0" accentColor="teal.solid" {...props} />
);
