import { useTranslation } from 'react-i18next';
import { useConfirm } from '../../components/ConfirmDialog.tsx';
import { keepFlash } from '../../lib/flash.ts';
import { page } from '../../lib/page.ts';
import { setUserErrors } from '../../lib/userErrors.ts';
import type { EquipmentStep } from './equipmentSteps.ts';
import { OverlapMessage } from './OverlapMessage.tsx';
import type { EquipmentField, EquipmentFormReturn } from './useEquipmentForm.ts';

/** Goes through the steps one after the other; answers whether every one let the assignment go on. */
export function useEquipmentSteps(form: EquipmentFormReturn) {
  const { t } = useTranslation('device-history');
  const confirm = useConfirm();

  // The dialog gives the focus back to a button that is disabled meanwhile; one frame later it is ours to give.
  const backTo = (field: EquipmentField) => requestAnimationFrame(() => form.setFocus(field));

  async function passes(step: EquipmentStep): Promise<boolean> {
    switch (step.kind) {
      case 'reload':
        keepFlash(step.message);
        page.reload();
        return false;
      case 'fields':
        setUserErrors(form, step.errors);
        return false;
      case 'invalidPin':
        await confirm({ title: t('confirm.invalidPin'), body: step.message, notice: true });
        setUserErrors(form, step.errors);
        backTo('pinNumber');
        return false;
      case 'confirmDistance': {
        const title = t('confirm.distance.title');
        const confirmed = await confirm({ title, body: step.message, confirmLabel: t('confirm.continue') });
        if (!confirmed) backTo('startDate');
        return confirmed;
      }
      case 'overlap':
        await confirm({ title: t('confirm.overlaps'), body: <OverlapMessage {...step} />, notice: true });
        backTo('startDate');
        return false;
    }
  }

  return async (steps: readonly EquipmentStep[]): Promise<boolean> => {
    for (const step of steps) if (!(await passes(step))) return false;
    return true;
  };
}
