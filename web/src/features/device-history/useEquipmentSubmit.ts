import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '../../components/ConfirmDialog.tsx';
import type { EquipmentOwner } from './equipmentOperations.ts';
import { equipmentFailure, type EquipmentPhase } from './equipmentFailure.ts';
import type { EquipmentValues } from './equipmentModes.ts';
import { equipmentSteps } from './equipmentSteps.ts';
import type { EquipmentFormReturn } from './useEquipmentForm.ts';
import { useEquipmentSteps } from './useEquipmentSteps.tsx';

/** Submits the form of the equipment dialog, once at a time: check, what stands between, save. `busy` says how far it is. */
export function useEquipmentSubmit(form: EquipmentFormReturn, live: { drop: () => void }, owner: EquipmentOwner) {
  const { t } = useTranslation('device-history');
  const confirm = useConfirm();
  const passAll = useEquipmentSteps(form, owner.onChangedMeanwhile);
  const [busy, setBusy] = useState<EquipmentPhase | null>(null);
  // Enter submits a form whose button is disabled, and faster than a state reaches it.
  const phase = useRef<EquipmentPhase | null>(null);

  function enter(next: EquipmentPhase | null) {
    phase.current = next;
    setBusy(next);
  }

  async function save(values: EquipmentValues) {
    if (!(await passAll(equipmentSteps(await owner.operations.check(values))))) return;
    enter('saving');
    // What was free a moment ago may be taken now: the save's own answer goes through the same steps.
    const answer = await owner.operations.save(values);
    enter('checking');
    if (!(await passAll(equipmentSteps(answer))) || !answer.deviceHistory) return;
    owner.onClose();
    owner.onSaved(answer);
  }

  async function fail(error: unknown, during: EquipmentPhase) {
    const failure = equipmentFailure(error, during);
    if (failure === 'gone' || failure === 'uncertain') owner.onStale();
    if (failure === 'gone') {
      await confirm({ title: t('confirm.gone.title'), body: t('confirm.gone.body'), notice: true });
      owner.onClose();
    } else form.setError('root.server', { type: 'server', message: t(`equipment.${failure}`) });
  }

  async function submit() {
    if (phase.current) return;
    live.drop();
    enter('checking');
    try {
      await form.handleSubmit(save)();
    } catch (error) {
      await fail(error, phase.current ?? 'checking');
    } finally {
      enter(null);
    }
  }

  return { busy, submit };
}
