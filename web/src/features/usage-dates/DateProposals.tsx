import { Alert, Stack, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { TextLink } from '../../components/TextLink.tsx';
import { formatDate } from '../../lib/dates.ts';
import { useInstantFormat } from '../../lib/viewer.ts';
import { dateChangeAddress } from './dateChangeAddress.ts';
import type { DateProposals_machineFragment } from './gql/usageOperations.ts';

type Proposal = DateProposals_machineFragment['dateProposals'][number];

/**
 * The corrections that the clock of a device suggests: what would move, why, and a link to the utility with the change
 * filled in. A correction ends its proposal (decisions/082).
 */
export function DateProposals(props: { machine: DateProposals_machineFragment; proposals: readonly Proposal[] }) {
  const { t } = useTranslation('usage-dates');
  const instant = useInstantFormat();
  const { databaseId, serial } = props.machine;
  if (props.proposals.length === 0) return null;
  return (
    <Stack gap="2">
      {props.proposals.map((proposal) => {
        const { source, from, to, days, nights, changedAfter, changedBefore } = proposal;
        return (
          <Alert.Root key={`${from} ${days}`} status="warning" role="note">
            <Alert.Indicator />
            <Alert.Content>
              <Alert.Title>{t('proposal.title', { serial })}</Alert.Title>
              <Text>{t('proposal.why', { after: instant(changedAfter), before: instant(changedBefore) })}</Text>
              <Text>
                {t('proposal.nights', {
                  count: nights,
                  source: t(`sources.${source}`, { ns: 'usage' }),
                  from: formatDate(from),
                  to: formatDate(to),
                })}{' '}
                {t(days < 0 ? 'proposal.earlier' : 'proposal.later', { count: Math.abs(days) })}
              </Text>
              <TextLink to={dateChangeAddress(databaseId, proposal)} color="inherit" fontWeight="semibold">
                {t('proposal.open')}
              </TextLink>
            </Alert.Content>
          </Alert.Root>
        );
      })}
    </Stack>
  );
}
