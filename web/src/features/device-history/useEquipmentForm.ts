import { yupResolver } from '@hookform/resolvers/yup';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '../../components/ConfirmDialog.tsx';
import { useSubmitForm, type SubmitForm } from '../../components/useSubmitForm.ts';
import { emptyEquipment, equipmentModes, type EquipmentField, type EquipmentValues } from './equipmentModes.ts';
import type { EquipmentOwner } from './equipmentOperations.ts';
import { equipmentSteps, isFieldError } from './equipmentSteps.ts';
import { useEquipmentSteps } from './useEquipmentSteps.tsx';

/**
 * Returns the form of the equipment dialog. A submit checks the input, asks for the required confirmations, and saves.
 */
export function useEquipmentForm(owner: EquipmentOwner): SubmitForm<EquipmentValues> {
  const { t } = useTranslation('device-history');
  const notify = useConfirm();
  const passAll = useEquipmentSteps(owner.onChangedMeanwhile);
  const { operations } = owner;
  const { rules } = equipmentModes[owner.mode];

  const submitForm = useSubmitForm<EquipmentValues>({
    resolver: yupResolver(rules),
    mode: 'onChange',
    defaultValues: owner.initial ?? emptyEquipment,
    live: {
      rules,
      never: ['pinNumber'],
      ask: async (values, fields, signal) =>
        (await operations.check(values, fields as EquipmentField[], signal)).userErrors.filter(isFieldError),
    },
    async onSubmit(values, submission) {
      if (!(await passAll(equipmentSteps(await operations.check(values)), submitForm, submission))) return;
      // A device may have been assigned since the check, so the answer to the save goes through the same steps.
      const answer = await submission.saving(operations.save(values));
      if (!(await passAll(equipmentSteps(answer), submitForm, submission)) || !answer.deviceHistory) return;
      submission.saved();
      owner.onClose();
      owner.onSaved(answer);
    },
    async onFailure(failure) {
      if (failure === 'notFound' || failure === 'uncertain') owner.onStale();
      if (failure === 'forbidden' || failure === 'failed' || failure === 'uncertain') return t(`equipment.${failure}`);
      if (failure !== 'notFound') return undefined;
      await notify({ title: t('confirm.gone.title'), body: t('confirm.gone.body'), notice: true });
      owner.onClose();
      return null;
    },
  });
  return submitForm;
}
