import { Box, Heading, HStack, Text } from '@chakra-ui/react';
import { CircleCheckBig } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/EmptyState.tsx';
import { TextLink } from '../../components/TextLink.tsx';
import { graphql } from '../../lib/graphql.ts';
import { formatCount } from '../../lib/numberLocale.ts';
import { urls } from '../../lib/urls.ts';
import { followUpsOf } from './followUpAddress.ts';
import { FollowUpRows } from './FollowUpRows.tsx';
import type { HomeFollowUps_dashboardFragment } from './gql/HomeFollowUps.ts';

graphql(`
  fragment HomeFollowUps_dashboard on Dashboard {
    followUps {
      ...FollowUp_followUp @unmask
    }
    followUpCounts {
      reason
      count
      countIsCapped
    }
  }
`);

/** What the home page begins with: the patients to call today, how many for each reason, and the way to all of them. */
export function HomeFollowUps({
  dashboard,
  onChanged,
}: {
  dashboard: HomeFollowUps_dashboardFragment;
  onChanged: () => void;
}) {
  const { t } = useTranslation('follow-ups');
  const rows = dashboard.followUps.filter(({ state }) => state === 'OPEN');
  const counts = dashboard.followUpCounts.filter(({ count }) => count > 0);

  return (
    <Box as="section">
      <HStack justify="space-between" gap="3" mb="3" flexWrap="wrap">
        <Heading as="h2" size="md">
          {t('title')}
        </Heading>
        <TextLink to={urls.followUps}>{t('all')}</TextLink>
      </HStack>
      {counts.length > 0 ? (
        <HStack as="ul" listStyleType="none" aria-label={t('counts')} gap="4" mb="3" flexWrap="wrap">
          {counts.map(({ reason, count, countIsCapped }) => (
            <li key={reason}>
              <TextLink to={followUpsOf(reason)}>
                {t(`reasons.${reason}`)}{' '}
                <Text as="span" fontWeight="semibold">
                  {formatCount(count)}
                  {countIsCapped ? '+' : ''}
                </Text>
              </TextLink>
            </li>
          ))}
        </HStack>
      ) : null}
      <FollowUpRows
        label={t('first')}
        rows={rows}
        onChanged={onChanged}
        empty={<EmptyState icon={CircleCheckBig} text={t('none')} />}
      />
    </Box>
  );
}
