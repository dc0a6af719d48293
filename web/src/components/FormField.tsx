import { Alert, CloseButton, Field, type FieldRootProps } from '@chakra-ui/react';
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isTextKey } from '../lib/textKey.ts';

/**
 * A label, the control, and below it the help or the error. Chakra's controls inside it (Input, Textarea,
 * NativeSelect) and DateField take id and aria attributes from it.
 *
 *   <FormField label={t('serial')} error={errors.serialNumber?.message} required>
 *     <Input {...register('serialNumber')} />
 *   </FormField>
 */
export function FormField({
  label,
  error,
  help,
  children,
  ...rest
}: Omit<FieldRootProps, 'label'> & { label: ReactNode; error?: string; help?: ReactNode }) {
  const { t } = useTranslation('components');
  const message = useRuleText(error);
  return (
    <Field.Root invalid={Boolean(error)} gap="1" {...rest}>
      <Field.Label>
        {label}
        {rest.required ? <span aria-hidden="true"> ({t('required')})</span> : null}
      </Field.Label>
      {children}
      {error ? (
        <Field.ErrorText display="flex" alignItems="center" gap="1">
          <CircleAlert size={14} aria-hidden="true" />
          {message}
        </Field.ErrorText>
      ) : null}
      {help && !error ? <Field.HelperText>{help}</Field.HelperText> : null}
    </Field.Root>
  );
}

/**
 * Returns the text of a field's error. Rules shared with the server (#rules/*) refuse with a code; its text is in
 * locales/{language}/rules.json.
 */
export function useRuleText(error: string | undefined): string | undefined {
  const { t, i18n } = useTranslation('rules');
  return error && !/\s/.test(error) && isTextKey(i18n, 'rules', error) ? t(error) : error;
}

/** The server's message about no particular field (`errors.root?.server?.message`). */
export function FormErrors({ message, onDismiss }: { message?: string; onDismiss?: () => void }) {
  const { t } = useTranslation('components');
  return message ? (
    <Alert.Root status="error" role="alert">
      <Alert.Indicator />
      <Alert.Title flex="1">{message}</Alert.Title>
      {onDismiss ? <CloseButton size="2xs" color="currentColor" aria-label={t('dismiss')} onClick={onDismiss} /> : null}
    </Alert.Root>
  ) : null;
}
