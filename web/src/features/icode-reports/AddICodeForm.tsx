import { Alert, Button, Input, Stack, Text } from '@chakra-ui/react';
import { yupResolver } from '@hookform/resolvers/yup';
import { iCodeSubmissionRules, MAX_ICODE_ROWS } from '#rules/icode-reports/icode-reports';
import type { PastedICode } from '#rules/icode-reports/icode.paste';
import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useFieldArray, useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormErrors, FormField } from '../../components/FormField.tsx';
import { today } from '../../lib/dates.ts';
import { useLiveValidation } from '../../lib/useLiveValidation.ts';
import { setUserErrors, type UserError } from '../../lib/userErrors.ts';
import { useViewer } from '../../lib/viewer.ts';
import { ICodeRowFields } from './ICodeRowFields.tsx';
import { pasteInto, repeatedRows, type ICodeRow } from './iCodeRows.ts';

export interface ICodeFormValues {
  serial: string;
  codes: ICodeRow[];
}

const rules = iCodeSubmissionRules.pick(['serial', 'codes']);

/**
 * Serial and 1 to 4 codes with their collection dates. `onSubmit` answers the server's refusals, none of them when the
 * submission failed without one, or null when there is nothing to show.
 */
export function AddICodeForm(props: {
  id: string;
  /** Given, it cannot be changed. */
  serial: string | null;
  /** Null: the codes are saved to no patient. */
  patientId: string | null;
  /** The last submission was not answered in time. */
  timedOut: boolean;
  onDirty: (dirty: boolean) => void;
  onSubmit: (values: ICodeFormValues) => Promise<readonly UserError[] | null>;
}) {
  const { t } = useTranslation('icode-reports');
  const { organization } = useViewer();
  const { onDirty } = props;
  // Kept for as long as the form is open: midnight must not make an untouched form a changed one.
  const [now] = useState(() => today(organization.timezone));
  const [left, setLeft] = useState(0);
  const form = useForm<ICodeFormValues>({
    resolver: yupResolver(rules),
    defaultValues: { serial: props.serial ?? '', codes: [{ collected: now, icode: '' }] },
  });
  const { control } = form;
  const stopAsking = useLiveValidation(form, {
    method: 'post',
    url: '/api/icode-reports',
    data: (values) => ({ patient_id: props.patientId, ...values }),
    rules,
  });
  const { fields, append, remove, replace } = useFieldArray({ control, name: 'codes' });
  const rows = useWatch({ control, name: 'codes' });
  const { errors, isDirty } = form.formState;
  useEffect(() => onDirty(isDirty), [onDirty, isDirty]);
  const repeats = repeatedRows(rows);

  function paste(index: number, codes: PastedICode[]) {
    const pasted = pasteInto(form.getValues('codes'), index, codes, now);
    setLeft(pasted.left);
    replace(pasted.rows);
  }

  async function submit(values: ICodeFormValues) {
    stopAsking();
    setLeft(0);
    const refusals = await props.onSubmit(values);
    if (!refusals) return;
    const onFields = refusals.filter(({ field }) => /^(serial|codes)(\.|$)/.test(field));
    if (onFields.length > 0) setUserErrors(form, refusals);
    else form.setError('root.server', { type: 'server', message: t('add.failed') });
  }

  return (
    <form id={props.id} noValidate onSubmit={(event) => void form.handleSubmit(submit)(event)}>
      <Stack gap="4" pb="2">
        {props.patientId === null ? (
          <Alert.Root status="warning" position="sticky" top="0" zIndex="1">
            <Alert.Indicator />
            <Alert.Title fontWeight="normal">{t('add.anonymous')}</Alert.Title>
          </Alert.Root>
        ) : null}
        <FormErrors message={errors.root?.server?.message ?? errors.codes?.root?.message ?? errors.codes?.message} />
        {props.timedOut ? <Notice status="info" text={t('add.timedOut')} /> : null}
        {left > 0 ? <Notice status="warning" text={t('add.pasteLeft', { number: left, max: MAX_ICODE_ROWS })} /> : null}
        <FormField label={t('add.serial')} error={errors.serial?.message}>
          <Input
            fontFamily="mono"
            textTransform="uppercase"
            autoComplete="off"
            spellCheck={false}
            placeholder="00000000000"
            readOnly={props.serial !== null}
            data-autofocus={props.serial === null ? '' : undefined}
            {...form.register('serial')}
          />
        </FormField>
        {fields.map((field, index) => (
          <ICodeRowFields
            key={field.id}
            control={control}
            index={index}
            today={now}
            repeats={repeats[index] ?? null}
            focused={index === 0 && props.serial !== null}
            onPasteCodes={(codes) => paste(index, codes)}
            onRemove={fields.length > 1 ? () => remove(index) : undefined}
          />
        ))}
        <Stack direction="row" align="center" gap="3" flexWrap="wrap">
          <Button
            variant="outline"
            size="sm"
            disabled={fields.length >= MAX_ICODE_ROWS}
            onClick={() => append({ collected: now, icode: '' }, { focusName: `codes.${fields.length}.icode` })}
          >
            <Plus />
            {t('add.addRow')}
          </Button>
          <Text color="fg.muted" fontSize="13px">
            {t('add.pasteHelp', { max: MAX_ICODE_ROWS })}
          </Text>
        </Stack>
      </Stack>
    </form>
  );
}

function Notice({ status, text }: { status: 'info' | 'warning'; text: string }) {
  return (
    <Alert.Root status={status} role="status">
      <Alert.Indicator />
      <Alert.Title fontWeight="normal">{text}</Alert.Title>
    </Alert.Root>
  );
}
