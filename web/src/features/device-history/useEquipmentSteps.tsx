import { useTranslation } from 'react-i18next';
import { useConfirm } from '../../components/ConfirmDialog.tsx';
import { keepFlash } from '../../lib/flash.ts';
import { page } from '../../lib/page.ts';
import { setUserErrors } from '../../lib/userErrors.ts';
import type { EquipmentStep } from './equipmentSteps.ts';
import { OverlapMessage } from './OverlapMessage.tsx';
import type { EquipmentFormReturn } from './useEquipmentForm.ts';

/** Goes through the steps one after the other; answers whether every one let the assignment go on. */
export function useEquipmentSteps(form: EquipmentFormReturn) {
  const { t } = useTranslation('device-history');
  const confirm = useConfirm();

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
        // After the dialog, which takes the focus with it.
        setUserErrors(form, step.errors);
        return false;
      case 'confirmDistance':
        return confirm({
          title: t('confirm.distance.title'),
          body: step.message,
          confirmLabel: t('confirm.continue'),
        });
      case 'overlap':
        await confirm({ title: t('confirm.overlaps'), body: <OverlapMessage {...step} />, notice: true });
        return false;
    }
  }

  return async (steps: readonly EquipmentStep[]): Promise<boolean> => {
    for (const step of steps) if (!(await passes(step))) return false;
    return true;
  };
}
