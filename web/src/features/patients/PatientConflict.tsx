import { Alert, Button, HStack, Stack, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { changedFields, type ChosenNames, type PatientValues } from './patientFormValues.ts';
import type { PatientConflictState } from './usePatientForm.ts';
import { usePatientTexts } from './usePatientTexts.ts';

/**
 * Shown when another user changed the patient while the form was open: each change, and the own one of the same field.
 * The input stays in the form until the user decides.
 */
export function PatientConflict(props: {
  conflict: PatientConflictState;
  mine: PatientValues;
  names: ChosenNames;
  onResolve: (keep: 'mine' | 'theirs') => void;
}) {
  const { t } = useTranslation('patient-form');
  const { conflict, mine, onResolve } = props;
  const { opened, theirs } = conflict;
  const textOf = usePatientTexts(props.names);
  const own = changedFields(opened, mine);
  const shown = (text: string) => text || t('conflict.nothing');
  return (
    <Alert.Root status="warning" role="alert" alignItems="flex-start">
      <Alert.Indicator />
      <Alert.Content gap="3">
        <Alert.Title>{t('conflict.title')}</Alert.Title>
        <Stack as="ul" gap="2" listStyleType="none" color="fg" overflowWrap="anywhere">
          {changedFields(opened, theirs).map((field) => (
            <li key={field}>
              <Text as="span" fontWeight="medium">
                {t(`fields.${field}`)}
              </Text>
              {': '}
              {t('conflict.theirs', { before: shown(textOf(field, opened)), after: shown(textOf(field, theirs)) })}
              {own.includes(field) ? ` ${t('conflict.mine', { value: shown(textOf(field, mine)) })}` : null}
            </li>
          ))}
        </Stack>
        <Text color="fg">{t('conflict.kept')}</Text>
        <HStack gap="3" flexWrap="wrap">
          <Button size="sm" onClick={() => onResolve('mine')}>
            {t('conflict.keepMine')}
          </Button>
          <Button size="sm" variant="outline" onClick={() => onResolve('theirs')}>
            {t('conflict.takeTheirs')}
          </Button>
        </HStack>
      </Alert.Content>
    </Alert.Root>
  );
}
