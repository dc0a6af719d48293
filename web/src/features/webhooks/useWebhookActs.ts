import { useTranslation } from 'react-i18next';
import { toaster } from '../../components/Toaster.tsx';
import { graphql } from '../../lib/graphql.ts';
import type { UserError } from '../../lib/userErrors.ts';
import {
  useDeleteWebhookEndpoint,
  usePauseWebhookEndpoint,
  useResumeWebhookEndpoint,
  useRotateWebhookSecret,
  useSendWebhookTest,
} from './gql/useWebhookActs.ts';

graphql(`
  mutation PauseWebhookEndpoint($input: WebhookEndpointInput!) {
    pauseWebhookEndpoint(input: $input) {
      webhookEndpoint {
        ...Webhook_endpoint @unmask
      }
      ...UserErrors
    }
  }
`);

graphql(`
  mutation ResumeWebhookEndpoint($input: WebhookEndpointInput!) {
    resumeWebhookEndpoint(input: $input) {
      webhookEndpoint {
        ...Webhook_endpoint @unmask
      }
      ...UserErrors
    }
  }
`);

graphql(`
  mutation DeleteWebhookEndpoint($input: WebhookEndpointInput!) {
    deleteWebhookEndpoint(input: $input) {
      ...UserErrors
    }
  }
`);

graphql(`
  mutation SendWebhookTest($input: WebhookEndpointInput!) {
    sendWebhookTest(input: $input) {
      webhookDelivery {
        id
      }
      ...UserErrors
    }
  }
`);

graphql(`
  mutation RotateWebhookSecret($input: WebhookEndpointInput!) {
    rotateWebhookSecret(input: $input) {
      secret
      ...UserErrors
    }
  }
`);

type Refused = { userErrors: readonly UserError[] };
const LIST = { refetchQueries: ['WebhooksPanel'] };

/** What an administrator does with a webhook. Each act returns its answer, or null when it was refused or failed, and says so. */
export function useWebhookActs(databaseId: number) {
  const { t } = useTranslation('webhooks');
  const acts = {
    pause: usePauseWebhookEndpoint(),
    resume: useResumeWebhookEndpoint(),
    remove: useDeleteWebhookEndpoint(),
    test: useSendWebhookTest(),
    rotate: useRotateWebhookSecret(),
  };
  const input = { endpointId: String(databaseId) };

  async function done<Answer extends Refused>(call: Promise<Answer>, title?: string): Promise<Answer | null> {
    try {
      const answer = await call;
      const [refusal] = answer.userErrors;
      if (refusal) toaster.error({ title: refusal.message });
      else if (title) toaster.success({ title });
      return refusal ? null : answer;
    } catch {
      toaster.error({ title: t('failed') });
      return null;
    }
  }

  return {
    pause: () => done(acts.pause({ input }), t('pausedNow')),
    resume: () => done(acts.resume({ input }), t('resumedNow')),
    remove: () => done(acts.remove({ input }, LIST), t('deleted')),
    test: () => done(acts.test({ input }), t('testSent')),
    rotate: () => done(acts.rotate({ input }, { fetchPolicy: 'no-cache', ...LIST })),
  };
}
