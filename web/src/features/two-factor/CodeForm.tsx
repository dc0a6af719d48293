import { Button, HStack, Input, Stack } from '@chakra-ui/react';
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FormErrors, FormField } from '../../components/FormField.tsx';
import { useSubmitForm } from '../../components/useSubmitForm.ts';
import type { UserError } from '../../lib/userErrors.ts';

interface CodeFormProps {
  label: string;
  help?: ReactNode;
  submitLabel: string;
  /** Returns the server's refusals; their messages are shown at the field. */
  onSubmit: (code: string) => Promise<readonly UserError[]>;
  /** Letters and digits instead of digits. */
  letters?: boolean;
  /** Further buttons, before the one that submits. */
  children?: ReactNode;
}

/** One field for a code, which has the focus. Nothing is asked when it is left. */
export function CodeForm(props: CodeFormProps) {
  const { t } = useTranslation('two-factor');
  const { form, phase, problem, element } = useSubmitForm<{ code: string }>({
    defaultValues: { code: '' },
    unguarded: true,
    onSubmit: async ({ code }) =>
      (await props.onSubmit(code.trim())).map((error) => (error.field === '' ? error : { ...error, field: 'code' })),
    onFailure: (failure) => (failure === 'busy' ? t('tooMany') : undefined),
  });
  const { errors } = form.formState;
  useEffect(() => form.setFocus('code'), [form]);

  return (
    <form {...element}>
      <Stack gap="4">
        <FormErrors message={problem} />
        <FormField label={props.label} help={props.help} error={errors.code?.message}>
          <Input
            inputMode={props.letters ? 'text' : 'numeric'}
            autoComplete={props.letters ? 'off' : 'one-time-code'}
            maxLength={32}
            fontFamily="mono"
            {...form.register('code', { required: 'required' })}
          />
        </FormField>
        <HStack justify="flex-end" flexWrap="wrap">
          {props.children}
          <Button type="submit" loading={phase !== null} loadingText={props.submitLabel}>
            {props.submitLabel}
          </Button>
        </HStack>
      </Stack>
    </form>
  );
}
