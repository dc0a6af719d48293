import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '../../components/ConfirmDialog.tsx';
import { toaster } from '../../components/Toaster.tsx';
import type { UserSelectionInput } from '../../gql/schema.ts';
import { limitOf } from '../../lib/failure.ts';
import { graphql } from '../../lib/graphql.ts';
import { useResendUserInvitations, useSetUsersActive, type SetUsersActiveMutation } from './gql/useBulkAct.ts';
import { USER_QUERIES } from './useUserAction.ts';

graphql(`
  mutation SetUsersActive($input: SetUsersActiveInput!) {
    setUsersActive(input: $input) {
      outcomes {
        userId
        email
        refused
      }
      ...UserErrors
    }
  }
`);

graphql(`
  mutation ResendUserInvitations($input: ResendUserInvitationsInput!) {
    resendUserInvitations(input: $input) {
      outcomes {
        userId
        email
        refused
      }
      ...UserErrors
    }
  }
`);

export type Outcomes = SetUsersActiveMutation['setUsersActive']['outcomes'];

/** What can be done with several users at once: the name of its item in the row menu. */
export type BulkAct = 'resendInvitation' | 'activate' | 'deactivate';

/** Returns what asks the documented 'Warning!' and then acts on several users, and what became of each of them. */
export function useBulkAct(): {
  act: (name: BulkAct, count: number, selection: UserSelectionInput) => Promise<void>;
  busy: BulkAct | null;
  outcomes: Outcomes | null;
  close: () => void;
} {
  const { t } = useTranslation('users');
  const confirm = useConfirm();
  const setUsersActive = useSetUsersActive();
  const resend = useResendUserInvitations();
  const [busy, setBusy] = useState<BulkAct | null>(null);
  const [outcomes, setOutcomes] = useState<Outcomes | null>(null);

  function send(name: BulkAct, selection: UserSelectionInput) {
    const options = { refetchQueries: USER_QUERIES };
    if (name === 'resendInvitation') return resend({ input: { selection } }, options);
    return setUsersActive({ input: { selection, active: name === 'activate' } }, options);
  }

  return {
    busy,
    outcomes,
    close: () => setOutcomes(null),
    async act(name, count, selection) {
      const question = {
        title: t('warning'),
        body: t(`bulk.${name}Question`, { count }),
        confirmLabel: t(`menu.${name}`),
        danger: name === 'deactivate',
      };
      if (!(await confirm(question))) return;
      setBusy(name);
      try {
        const payload = await send(name, selection);
        const [refused] = payload.userErrors;
        if (refused) toaster.error({ title: t('bulk.failed'), description: refused.message });
        else setOutcomes(payload.outcomes);
      } catch (error) {
        toaster.error({ title: t('bulk.failed'), description: limitOf(error) });
      } finally {
        setBusy(null);
      }
    },
  };
}
