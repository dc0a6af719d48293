import { Alert, Box, Stack, Text, VisuallyHidden } from '@chakra-ui/react';
import { ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { TextLink } from '../../components/TextLink.tsx';
import { formatDate } from '../../lib/dates.ts';
import { nameInList } from '../../lib/nameInList.ts';
import { urls } from '../../lib/urls.ts';
import type { PossibleDuplicate } from './usePossibleDuplicates.ts';

/** The patients who may be the one in the form, each with the reason and a link. They stop no one from saving. */
export function PossibleDuplicates({ found }: { found: readonly PossibleDuplicate[] }) {
  const { t } = useTranslation('patient-form');
  return (
    // Empty, it takes the gap of the form above it back; it stays in the page, because only then a change is announced.
    <Box role="status" _empty={{ mt: '-4' }}>
      {found.length > 0 ? (
        <Alert.Root status="warning" size="sm" alignItems="flex-start">
          <Alert.Indicator />
          <Alert.Content gap="1">
            <Alert.Title>{t('duplicates.title', { count: found.length })}</Alert.Title>
            <Stack as="ul" gap="1" listStyleType="none" color="fg" maxH="40" overflowY="auto">
              {found.map(({ patient, reasons }) => (
                <li key={patient.id}>
                  <TextLink to={urls.patient(patient.databaseId)} target="_blank" overflowWrap="anywhere">
                    {nameInList(patient)}
                    <ExternalLink size={14} aria-hidden="true" />
                    <VisuallyHidden>{t('duplicates.newTab')}</VisuallyHidden>
                  </TextLink>
                  <Text as="span">
                    {' '}
                    {[
                      patient.birthDate && t('duplicates.born', { date: formatDate(patient.birthDate) }),
                      ...reasons.map((reason) => t(`duplicates.reasons.${reason}`)),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </Text>
                </li>
              ))}
            </Stack>
          </Alert.Content>
        </Alert.Root>
      ) : null}
    </Box>
  );
}
