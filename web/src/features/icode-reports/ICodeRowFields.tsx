import { Box, Grid, IconButton } from '@chakra-ui/react';
import type { PastedICode } from '#rules/icode-reports/icode-paste';
import { Trash2 } from 'lucide-react';
import { Controller, useFormState, type Control } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../components/DateField.tsx';
import { FormField } from '../../components/FormField.tsx';
import { Tooltip } from '../../components/Tooltip.tsx';
import { ICodeInput } from './ICodeInput.tsx';
import type { ICodeFormValues } from './iCodeRows.ts';

/** One row of the form: collection date, iCode with a live digit count, and the button that removes the row. */
export function ICodeRowFields(props: {
  control: Control<ICodeFormValues>;
  index: number;
  today: string;
  /** By default that of the viewer's organization. */
  timeZone: string | undefined;
  /** Index (from 0) of an earlier row with the same code and date. */
  repeats: number | null;
  /** The dialog opens with the focus in this row. */
  focused: boolean;
  onPasteCodes: (codes: PastedICode[]) => void;
  onRemove?: () => void;
}) {
  const { t } = useTranslation('icode-reports');
  const { control, index } = props;
  const { errors } = useFormState({ control });
  const error = errors.codes?.[index];
  const number = index + 1;
  const removeLabel = t('add.remove', { number });

  return (
    <Grid
      role="group"
      aria-label={t('add.row', { number })}
      templateColumns={{ base: '1fr auto', sm: '11rem 1fr auto' }}
      gap="3"
      alignItems="start"
    >
      <FormField
        label={t('add.collected')}
        help={t('add.collectedHelp')}
        error={error?.collected?.message}
        gridColumn={{ base: '1 / -1', sm: 'auto' }}
      >
        <Controller
          control={control}
          name={`codes.${index}.collected`}
          render={({ field: { ref, value, onChange, ...field } }) => (
            <DateField
              {...field}
              ref={ref}
              max={props.today}
              timeZone={props.timeZone}
              value={value}
              onChange={(date) => onChange(date ?? '')}
            />
          )}
        />
      </FormField>
      <Controller
        control={control}
        name={`codes.${index}.icode`}
        render={({ field: { ref, ...field } }) => (
          <FormField
            label={t('add.icode')}
            error={error?.icode?.message}
            help={
              props.repeats === null
                ? t('add.digits', { digits: field.value.replace(/\D/g, '').length })
                : t('add.repeated', { number: props.repeats + 1 })
            }
          >
            <ICodeInput
              {...field}
              ref={ref}
              data-autofocus={props.focused ? '' : undefined}
              onPasteCodes={props.onPasteCodes}
            />
          </FormField>
        )}
      />
      <Box pt="6">
        <Tooltip content={removeLabel}>
          <IconButton variant="ghost" aria-label={removeLabel} disabled={!props.onRemove} onClick={props.onRemove}>
            <Trash2 />
          </IconButton>
        </Tooltip>
      </Box>
    </Grid>
  );
}
