import { Box, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { pressureOfAll, type UsageDay } from './usageDays.ts';

/** What the figures of these nights are, below the charts and the table, and on paper. */
export function UsageNotes({ days }: { days: readonly UsageDay[] }) {
  const { t } = useTranslation('usage');
  const { t: shared } = useTranslation('components');
  const pressureOf = pressureOfAll(days);
  const notes = [
    shared('useIs'),
    ...(days.some(({ leak }) => leak !== null) ? [t('help.leak')] : []),
    ...(pressureOf === 'ipap' || pressureOf === 'both' ? [t('help.ipap')] : []),
    ...(days.some(({ isP95About }) => isP95About) ? [t('help.about')] : []),
  ];
  return (
    <Box role="note" aria-label={t('help.label')} mt="2" textStyle="xs" color="fg.muted">
      {notes.map((note) => (
        <Text key={note}>{note}</Text>
      ))}
    </Box>
  );
}
