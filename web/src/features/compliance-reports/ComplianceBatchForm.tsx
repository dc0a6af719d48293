import { Button, HStack, NativeSelect, Stack, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../components/DateField.tsx';
import { FormErrors, FormField } from '../../components/FormField.tsx';
import { useSubmitForm } from '../../components/useSubmitForm.ts';
import { today } from '../../lib/dates.ts';
import { graphql } from '../../lib/graphql.ts';
import { formatCount } from '../../lib/numberLocale.ts';
import { useViewer } from '../../lib/viewer.ts';
import type { MatchingPatients } from './ComplianceBatchButton.tsx';
import { useBatchRulesQuery, useStartComplianceBatch } from './gql/ComplianceBatchForm.ts';

graphql(`
  query BatchRules {
    complianceRules {
      id
      name
    }
  }
`);
graphql(`
  mutation StartComplianceBatch($input: StartComplianceBatchInput!) {
    startComplianceBatch(input: $input) {
      batch {
        id
      }
      ...UserErrors
    }
  }
`);

/** The server's limit of a batch. */
const MOST_PATIENTS = 500;

/** The patients of a batch, its rule and its date. */
export function ComplianceBatchForm(props: {
  matching: MatchingPatients;
  onClose: () => void;
  onStarted: () => Promise<unknown>;
}) {
  const { t } = useTranslation('compliance-reports');
  const { organization } = useViewer();
  const { variables, total = 0, isCapped } = props.matching;
  const rules = useBatchRulesQuery().data?.complianceRules;
  const start = useStartComplianceBatch();
  const now = today(organization.timezone);
  const { form, phase, problem, dismiss, element } = useSubmitForm<{ ruleId: string; asOf: string | null }>({
    defaultValues: { ruleId: '', asOf: now },
    unguarded: true,
    onSubmit: async ({ ruleId, asOf }) => {
      const { search, where } = variables;
      const input = { selection: { matching: { search, where } }, ruleId: ruleId || null, asOf };
      const { userErrors } = await start({ input });
      if (userErrors.length > 0) return userErrors;
      await props.onStarted();
    },
  });
  const { errors } = form.formState;
  const isTooMany = isCapped || total > MOST_PATIENTS;
  const shown = formatCount(total) + (isCapped ? '+' : '');
  return (
    <form {...element}>
      <Stack gap="4">
        <FormErrors message={problem} onDismiss={dismiss} />
        <Text>{t('batch.patients', { total: shown })}</Text>
        {isTooMany ? <Text color="fg.error">{t('batch.tooMany', { most: MOST_PATIENTS })}</Text> : null}
        <HStack gap="4" align="flex-start" flexWrap="wrap">
          <FormField label={t('batch.rule')} error={errors.ruleId?.message} maxW="64">
            <NativeSelect.Root size="sm">
              <NativeSelect.Field {...form.register('ruleId')}>
                {rules?.map(({ id, name }, index) => (
                  <option key={id} value={index === 0 ? '' : id}>
                    {name}
                  </option>
                ))}
              </NativeSelect.Field>
              <NativeSelect.Indicator />
            </NativeSelect.Root>
          </FormField>
          <FormField label={t('batch.asOf')} error={errors.asOf?.message} help={t('batch.asOfHelp')} maxW="72">
            <DateField
              size="sm"
              value={form.watch('asOf')}
              max={now}
              onChange={(asOf) => form.setValue('asOf', asOf, { shouldDirty: true })}
            />
          </FormField>
        </HStack>
        <Text color="fg.muted" textStyle="xs">
          {t('batch.help')}
        </Text>
        <HStack justify="flex-end" flexWrap="wrap">
          <Button variant="outline" onClick={props.onClose}>
            {t('batch.close')}
          </Button>
          <Button
            type="submit"
            disabled={isTooMany || total === 0}
            loading={phase !== null}
            loadingText={t('batch.start')}
          >
            {t('batch.start')}
          </Button>
        </HStack>
      </Stack>
    </form>
  );
}
