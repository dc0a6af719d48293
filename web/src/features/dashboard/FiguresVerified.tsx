import { HStack, Stack, Text } from '@chakra-ui/react';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { graphql } from '../../lib/graphql.ts';
import { formatCount } from '../../lib/numberLocale.ts';
import { useInstantFormat } from '../../lib/viewer.ts';
import type { FiguresVerified_verificationFragment } from './gql/FiguresVerified.ts';

graphql(`
  fragment FiguresVerified_verification on FigureVerification {
    verifiedAt
    isOverdue
    repaired
  }
`);

/** When the stored figures were verified, and whether that is too long ago or found figures that were wrong. */
export function FiguresVerified({ verification }: { verification: FiguresVerified_verificationFragment }) {
  const { t } = useTranslation('dashboard');
  const instant = useInstantFormat();
  const { verifiedAt, isOverdue, repaired } = verification;
  const isGood = verifiedAt !== null && !isOverdue && repaired === 0;
  const Icon = isGood ? CircleCheck : TriangleAlert;
  return (
    <HStack mt="8" align="start" color="fg.muted" textStyle="sm">
      {verifiedAt === null ? null : <Icon size={18} aria-hidden="true" />}
      <Stack gap="0">
        <Text>{verifiedAt === null ? t('verified.never') : t('verified.on', { time: instant(verifiedAt) })}</Text>
        {isOverdue ? <Text color="fg">{t('verified.overdue')}</Text> : null}
        {repaired > 0 ? (
          <Text color="fg">{t('verified.repaired', { count: repaired, shown: formatCount(repaired) })}</Text>
        ) : null}
      </Stack>
    </HStack>
  );
}
