import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { toaster } from '../../components/Toaster.tsx';
import { graphql } from '../../lib/graphql.ts';
import { useInstantFormat } from '../../lib/viewer.ts';
import { decisionText, type FollowUp } from './followUpText.ts';
import { useReopenFollowUp, type ReopenFollowUpMutation } from './gql/actOperations.ts';

graphql(`
  mutation AssignFollowUp($input: AssignFollowUpInput!) {
    assignFollowUp(input: $input) {
      followUp {
        ...FollowUp_followUp @unmask
      }
      conflict {
        ...FollowUp_followUp @unmask
      }
      ...UserErrors
    }
  }
`);

graphql(`
  mutation SnoozeFollowUp($input: SnoozeFollowUpInput!) {
    snoozeFollowUp(input: $input) {
      followUp {
        ...FollowUp_followUp @unmask
      }
      conflict {
        ...FollowUp_followUp @unmask
      }
      ...UserErrors
    }
  }
`);

graphql(`
  mutation CompleteFollowUp($input: CompleteFollowUpInput!) {
    completeFollowUp(input: $input) {
      followUp {
        ...FollowUp_followUp @unmask
      }
      conflict {
        ...FollowUp_followUp @unmask
      }
      ...UserErrors
    }
  }
`);

graphql(`
  mutation ReopenFollowUp($input: ReopenFollowUpInput!) {
    reopenFollowUp(input: $input) {
      followUp {
        ...FollowUp_followUp @unmask
      }
      conflict {
        ...FollowUp_followUp @unmask
      }
      ...UserErrors
    }
  }
`);

/** The answer of every act: the follow-up after it and, when another user acted in between, as that user left it. */
export type Answer = Omit<ReopenFollowUpMutation['reopenFollowUp'], '__typename'>;

/** What names a follow-up, and its state of which the user decides, in the input of an act. */
export const actInputOf = ({ patient, reason, version }: FollowUp) => ({ patientId: patient.id, reason, version });

/** Returns the sentence about what another user decided in between. */
export function useConflictText(): (theirs: FollowUp) => string {
  const { t } = useTranslation('follow-up-acts');
  const { t: rows } = useTranslation('follow-ups');
  const instant = useInstantFormat();
  return (theirs) => {
    const { state, assignee, decidedBy, decidedAt } = theirs;
    const decision =
      (state !== 'OPEN' && decisionText(rows, theirs)) ||
      (assignee ? t('conflict.assigned', { name: assignee.name }) : t('conflict.noOne'));
    return t('conflict.theirs', { name: decidedBy ?? '–', when: instant(decidedAt), decision });
  };
}

/** Returns the function that says that an act was saved, with Undo, which opens the follow-up again. */
export function useSavedToast(onChanged: () => void) {
  const { t } = useTranslation('follow-up-acts');
  const reopen = useReopenFollowUp();
  const conflictText = useConflictText();
  const undo = (saved: FollowUp) =>
    sayHowItEnded(t, reopen({ input: actInputOf(saved) }), conflictText, () =>
      toaster.success({ title: t('undone') }),
    ).then(onChanged);
  return (title: string, saved: FollowUp | null) =>
    toaster.success({
      title,
      action: saved && saved.state !== 'OPEN' ? { label: t('undo'), onClick: () => void undo(saved) } : undefined,
    });
}

/** Waits for the answer of an act without a form, and says why it was not saved; `saved` when it was. */
export async function sayHowItEnded(
  t: TFunction<'follow-up-acts'>,
  request: Promise<Answer>,
  conflictText: (theirs: FollowUp) => string,
  saved: (followUp: FollowUp | null) => void,
): Promise<void> {
  try {
    const answer = await request;
    const { conflict } = answer;
    const { userErrors, followUp } = answer;
    const refusal = conflict ? conflictText(conflict) : userErrors.map(({ message }) => message).join(' ');
    if (refusal) toaster.error({ title: t('notSaved'), description: refusal, duration: 10_000 });
    else saved(followUp);
  } catch {
    toaster.error({ title: t('failed') });
  }
}
