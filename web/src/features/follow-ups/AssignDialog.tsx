import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Combobox } from '../../components/Combobox.tsx';
import { FormDialog } from '../../components/FormDialog.tsx';
import { FormField } from '../../components/FormField.tsx';
import type { ComboboxOption } from '../../components/useOptions.ts';
import { graphql } from '../../lib/graphql.ts';
import { nameInList } from '../../lib/nameInList.ts';
import { useAssignFollowUp } from './gql/actOperations.ts';
import { useFindFollowUpAssignees } from './gql/AssignDialog.ts';
import { useActForm, type ActProps } from './useActForm.ts';

graphql(`
  query FindFollowUpAssignees($patientId: ID!, $search: String) {
    followUpAssignees(patientId: $patientId, search: $search) {
      id
      name
    }
  }
`);

interface AssignValues {
  userId: ComboboxOption | null;
}

/** To which colleague a follow-up is assigned. */
export function AssignDialog(props: ActProps) {
  const { t } = useTranslation('follow-up-acts');
  const assign = useAssignFollowUp();
  const findAssignees = useFindFollowUpAssignees();
  const { patient } = props.followUp;
  const name = nameInList(patient);
  const form = useActForm<AssignValues>(props, {
    defaultValues: { userId: null },
    request: (input, { userId }) => assign({ input: { ...input, userId: userId!.value } }),
    done: ({ userId }) => t('done.assign', { name, colleague: userId!.label }),
  });
  return (
    <FormDialog form={form} title={t('assign.title', { name })} onClose={props.onEnd} submitLabel={t('assign.submit')}>
      <Controller
        control={form.form.control}
        name="userId"
        rules={{ required: 'required' }}
        render={({ field, fieldState }) => (
          <FormField label={t('assign.to')} help={t('assign.toHelp')} error={fieldState.error?.message} required>
            <Combobox
              options={async (search, signal) => {
                const colleagues = await findAssignees({ patientId: patient.id, search }, { signal });
                return colleagues.map(({ id, name: label }) => ({ value: id, label }));
              }}
              value={field.value}
              onChange={field.onChange}
            />
          </FormField>
        )}
      />
    </FormDialog>
  );
}
