import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '../../components/ConfirmDialog.tsx';
import { toaster } from '../../components/Toaster.tsx';
import { limitOf } from '../../lib/failure.ts';
import { graphql } from '../../lib/graphql.ts';
import type { UserError } from '../../lib/userErrors.ts';
import { useGenerateApiKey, useRegenerateApiKey, useRevokeApiKey } from './gql/useApiKey.ts';
import { USER_QUERIES } from './useUserAction.ts';

graphql(`
  mutation GenerateApiKey($input: GenerateApiKeyInput!) {
    generateApiKey(input: $input) {
      clientId
      clientSecret
      ...UserErrors
    }
  }
`);

graphql(`
  mutation RegenerateApiKey($input: RegenerateApiKeyInput!) {
    regenerateApiKey(input: $input) {
      clientId
      clientSecret
      ...UserErrors
    }
  }
`);

graphql(`
  mutation RevokeApiKey($input: ApiKeyInput!) {
    revokeApiKey(input: $input) {
      ...UserErrors
    }
  }
`);

type Step = 'generate' | 'regenerate' | 'revoke';

/** Credentials that were just made. The secret is null when the server's answer was lost. */
export interface NewCredentials {
  clientId: string;
  clientSecret: string | null;
}
interface Answer {
  clientId?: string | null;
  clientSecret?: string | null;
  userErrors: readonly UserError[];
}

/** The key and the lists of users are read again after each step. The secret is kept in no cache. */
const options = { fetchPolicy: 'no-cache' as const, refetchQueries: ['UserApiKey', ...USER_QUERIES] };

/**
 * Returns the steps of a user's API key, each after its question: "none, generated, regenerated, revoked" (document 001,
 * section 4). `made`: what the last step made, until it is closed or revoked; `step`: the one that is running.
 */
export function useApiKey(userId: string) {
  const { t } = useTranslation('users');
  const confirm = useConfirm();
  const [generate, regenerate, revoke] = [useGenerateApiKey(), useRegenerateApiKey(), useRevokeApiKey()];
  const [made, setMade] = useState<NewCredentials | null>(null);
  const [step, setStep] = useState<Step | null>(null);

  async function take(next: Step, body: string, send: () => Promise<Answer>) {
    const question = { title: t('warning'), body, confirmLabel: t(`apiKey.${next}.act`), danger: next !== 'generate' };
    if (step || !(await confirm(question))) return;
    setStep(next);
    try {
      const { clientId, clientSecret = null, userErrors } = await send();
      if (userErrors.length > 0) toaster.error({ title: userErrors.map(({ message }) => message).join(' ') });
      else setMade(clientId ? { clientId, clientSecret } : null);
    } catch (error) {
      toaster.error({ title: t(`apiKey.${next}.failed`), description: limitOf(error) });
    } finally {
      setStep(null);
    }
  }

  return {
    made,
    step,
    generate: (scopes: string[]) =>
      take('generate', t('apiKey.generate.question'), () => generate({ input: { userId, scopes } }, options)),
    /** The secret until now works for so many hours more. */
    regenerate: (overlapHours: number) =>
      take('regenerate', t(overlapHours > 0 ? 'apiKey.regenerate.later' : 'apiKey.regenerate.question'), () =>
        regenerate({ input: { userId, overlapHours } }, options),
      ),
    revoke: () => take('revoke', t('apiKey.revoke.question'), () => revoke({ input: { userId } }, options)),
  };
}
