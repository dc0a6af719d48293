import { Alert, Button, Input, List, Stack, Text } from '@chakra-ui/react';
import { MAX_ICODE_ROWS } from '#rules/icode-reports/icode-reports';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../components/FormDialog.tsx';
import { FormErrors, FormField } from '../../components/FormField.tsx';
import { formatDate } from '../../lib/dates.ts';
import { ICodeRowFields } from './ICodeRowFields.tsx';
import { groupCode, repeatedRows } from './iCodeRows.ts';
import { ReadingFields } from './ReadingFields.tsx';
import { useICodeForm, type ICodeFormOwner } from './useICodeForm.ts';

/**
 * 'Add iCode Report': 1 to 4 codes of one device. Without a patient it is the anonymous upload, with an editable
 * serial. `isActive`: the patient has the device now; codes of an earlier device are accepted with a notice.
 */
export function AddICodeDialog({ isActive = true, ...props }: ICodeFormOwner & { isActive?: boolean }) {
  const { t } = useTranslation('icode-reports');
  const { submitForm, rows, waiting, timedOut, now, paste } = useICodeForm(props);
  const { control, register, formState } = submitForm.form;
  const { errors } = formState;
  const { fields, append, remove } = rows;
  const repeats = repeatedRows(useWatch({ control, name: 'codes' }));

  function close() {
    if (timedOut) props.onUncertain?.();
    props.onClose();
  }

  return (
    <FormDialog
      form={submitForm}
      onClose={close}
      title={t('add.title')}
      size="l-md"
      closeLabel={t('close')}
      submitLabel={t(timedOut ? 'add.retry' : 'add.submit')}
      pendingLabel={t('add.sending')}
      question={timedOut ? t('add.sureCloseUncertain') : undefined}
    >
      {props.patientId === null ? (
        <Alert.Root status="warning" position="sticky" top="0" zIndex="1">
          <Alert.Indicator />
          <Alert.Title fontWeight="normal">{t('add.anonymous')}</Alert.Title>
        </Alert.Root>
      ) : null}
      {isActive ? null : <Notice status="info" text={t('add.notActive', { serial: props.serial })} />}
      <FormErrors message={errors.codes?.root?.message ?? errors.codes?.message} />
      {timedOut ? <Notice status="info" text={t('add.timedOut')} /> : null}
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
      <FormField
        label={t('add.serial')}
        help={props.serial === null ? t('add.serialHelp') : undefined}
        error={errors.serial?.message}
      >
        <Input
          fontFamily="mono"
          textTransform="uppercase"
          autoComplete="off"
          spellCheck={false}
          placeholder="00000000000"
          readOnly={props.serial !== null}
          data-autofocus={props.serial === null ? '' : undefined}
          {...register('serial')}
        />
      </FormField>
      {fields.map((field, index) => (
        <ICodeRowFields
          key={field.id}
          control={control}
          index={index}
          today={now}
          timeZone={props.timeZone}
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
        <Text color="fg.muted" fontSize="dense">
          {t('add.pasteHelp', { max: MAX_ICODE_ROWS })}
        </Text>
      </Stack>
      <ReadingFields control={control} />
    </FormDialog>
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
