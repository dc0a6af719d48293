import { Alert, Button, Input, List, Stack, Text } from '@chakra-ui/react';
import { yupResolver } from '@hookform/resolvers/yup';
import { iCodeSubmissionRules, MAX_ICODE_ROWS } from '#rules/icode-reports/icode-reports';
import type { PastedICode } from '#rules/icode-reports/icode.paste';
import { Plus } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { useFieldArray, useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormErrors, FormField } from '../../components/FormField.tsx';
import { formatDate, today } from '../../lib/dates.ts';
import { validationErrors } from '../../lib/precognition.ts';
import { useLiveCheck } from '../../lib/useLiveCheck.ts';
import { setUserErrors, type UserError } from '../../lib/userErrors.ts';
import { useViewer } from '../../lib/viewer.ts';
import { ICodeRowFields } from './ICodeRowFields.tsx';
import { groupCode, pasteInto, repeatedRows, type ICodeRow } from './iCodeRows.ts';

export interface ICodeFormValues {
  serial: string;
  codes: ICodeRow[];
}

const rules = iCodeSubmissionRules.pick(['serial', 'codes']);

/** The server's refusals, none of them when the submission failed without one; 'unchanged' when there is nothing to show. */
export type SubmitResult = readonly UserError[] | 'saved' | 'unchanged';

/**
 * Serial and 1 to 4 codes with their collection dates. Pasted codes beyond the fourth wait below and fill the form after
 * `onSubmit` saved the first ones; `onDone` is called when none waits.
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
  onSubmit: (values: ICodeFormValues) => Promise<SubmitResult>;
  onDone: () => void;
}) {
  const { t } = useTranslation('icode-reports');
  const { organization } = useViewer();
  const { onDirty } = props;
  // Kept for as long as the form is open: midnight must not make an untouched form a changed one.
  const [now] = useState(() => today(organization.timezone));
  const [waiting, setWaiting] = useState<readonly ICodeRow[]>([]);
  const form = useForm<ICodeFormValues>({
    resolver: yupResolver(rules),
    defaultValues: { serial: props.serial ?? '', codes: [{ collected: now, icode: '' }] },
  });
  const { control } = form;
  const stopAsking = useLiveCheck(form, {
    ask: (values, only, signal) =>
      validationErrors({
        method: 'post',
        url: '/api/icode-reports',
        data: { patient_id: props.patientId, ...values },
        only,
        signal,
      }),
    rules,
  });
  const { fields, append, remove, replace } = useFieldArray({ control, name: 'codes' });
  const rows = useWatch({ control, name: 'codes' });
  const { errors, isDirty } = form.formState;
  const hasWork = isDirty || waiting.length > 0;
  useEffect(() => onDirty(hasWork), [onDirty, hasWork]);
  const repeats = repeatedRows(rows);

  function paste(index: number, codes: PastedICode[]) {
    const pasted = pasteInto(form.getValues('codes'), index, codes, now);
    setWaiting([...waiting, ...pasted.left]);
    replace(pasted.rows);
  }

  async function submit(values: ICodeFormValues) {
    stopAsking();
    const refusals = await props.onSubmit(values);
    if (refusals === 'unchanged') return;
    if (refusals === 'saved') {
      if (waiting.length === 0) return props.onDone();
      replace(waiting.slice(0, MAX_ICODE_ROWS));
      setWaiting(waiting.slice(MAX_ICODE_ROWS));
      return;
    }
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
        {waiting.length > 0 ? (
          <Notice status="warning" text={t('add.waiting', { number: waiting.length, max: MAX_ICODE_ROWS })}>
            <List.Root variant="plain" fontFamily="mono">
              {waiting.map(({ collected, icode }, index) => (
                <List.Item key={index}>
                  {formatDate(collected)} {groupCode(icode)}
                </List.Item>
              ))}
            </List.Root>
          </Notice>
        ) : null}
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

function Notice({ status, text, children }: { status: 'info' | 'warning'; text: string; children?: ReactNode }) {
  return (
    <Alert.Root status={status} role="status">
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Title fontWeight="normal">{text}</Alert.Title>
        {children}
      </Alert.Content>
    </Alert.Root>
  );
}
