import { Box, Heading, Table } from '@chakra-ui/react';
import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/EmptyState.tsx';
import { TextLink } from '../../components/TextLink.tsx';
import { graphql } from '../../lib/graphql.ts';
import { urls } from '../../lib/urls.ts';
import { MachineHistoryTable_machineFragmentDoc as fragment } from './gql/MachineHistoryTable.ts';

graphql(`
  fragment MachineHistoryTable_machine on Machine {
    id
    history {
      id
      patientName
      startDate
      endDate
      patient {
        id
        databaseId
      }
    }
  }
`);

/**
 * The machine's current and past patients, newest first, as far as the viewer may see them; dates as YYYY-MM-DD
 * (document 000, section 3).
 */
export function MachineHistoryTable(props: { machine: FragmentType<typeof fragment> }) {
  const { t } = useTranslation('machines');
  const { data } = useSuspenseFragment({ fragment, from: props.machine });
  return (
    <Box mt="5">
      <Heading as="h3" size="xs" mb="2">
        {t('history')}
      </Heading>
      {data.history.length === 0 ? (
        <EmptyState text={t('noHistory')} />
      ) : (
        <Table.ScrollArea tabIndex={0} role="region" aria-label={t('history')}>
          <Table.Root size="sm" css={{ '& tr': { bg: 'transparent' } }}>
            <Table.Header>
              <Table.Row>
                <Table.ColumnHeader scope="col">{t('patient')}</Table.ColumnHeader>
                <Table.ColumnHeader scope="col">{t('startDate')}</Table.ColumnHeader>
                <Table.ColumnHeader scope="col">{t('endDate')}</Table.ColumnHeader>
              </Table.Row>
            </Table.Header>
            <Table.Body>
              {data.history.map(({ id, patient, patientName, startDate, endDate }) => (
                <Table.Row key={id}>
                  <Table.Cell>
                    <TextLink to={urls.patient(patient.databaseId)}>{patientName}</TextLink>
                  </Table.Cell>
                  <Table.Cell>{startDate}</Table.Cell>
                  <Table.Cell>{endDate ?? t('present')}</Table.Cell>
                </Table.Row>
              ))}
            </Table.Body>
          </Table.Root>
        </Table.ScrollArea>
      )}
    </Box>
  );
}
