import { useState } from 'react';
import type { DefaultValues, FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useSubmitForm } from '../../components/useSubmitForm.ts';
import { actInputOf, useConflictText, useSavedToast, type Answer } from './actOperations.ts';
import type { FollowUp } from './followUpText.ts';

/** What a dialog or menu of an act gets. */
export interface ActProps {
  followUp: FollowUp;
  onChanged: () => void;
  onEnd: () => void;
}

/**
 * Returns the form of an act. When another user decided in between, it says what, keeps what was typed, and the next save
 * replaces that decision.
 */
export function useActForm<T extends FieldValues>(
  { followUp, onChanged, onEnd }: ActProps,
  form: {
    defaultValues: DefaultValues<T>;
    request: (input: ReturnType<typeof actInputOf>, values: T) => Promise<Answer>;
    done: (values: T) => string;
  },
) {
  const { t } = useTranslation('follow-up-acts');
  const [known, setKnown] = useState<FollowUp>(followUp);
  const conflictText = useConflictText();
  const savedToast = useSavedToast(onChanged);
  return useSubmitForm<T>({
    defaultValues: form.defaultValues,
    async onSubmit(values, { saving, saved }) {
      const answer = await saving(form.request(actInputOf(known), values));
      const { userErrors, followUp: stored, conflict } = answer;
      if (conflict) {
        setKnown(conflict);
        return [{ field: '', code: 'conflict', message: `${conflictText(conflict)} ${t('conflict.saveAgain')}` }];
      }
      if (userErrors.length > 0) return userErrors;
      saved();
      savedToast(form.done(values), stored);
      onChanged();
      onEnd();
    },
  });
}
