import { Input } from '@chakra-ui/react';
import { yupResolver } from '@hookform/resolvers/yup';
import { WEBHOOK_EVENTS, webhookRules } from '#rules/webhooks/webhooks';
import { Controller, type Resolver } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormConflict } from '../../components/FormConflict.tsx';
import { FormDialog } from '../../components/FormDialog.tsx';
import { FormField } from '../../components/FormField.tsx';
import { ScopeBoxes } from '../../components/ScopeBoxes.tsx';
import { toaster } from '../../components/Toaster.tsx';
import { useConflict } from '../../components/useConflict.ts';
import { useSubmitForm } from '../../components/useSubmitForm.ts';
import { graphql } from '../../lib/graphql.ts';
import { useCreateWebhookEndpoint, useUpdateWebhookEndpoint } from './gql/WebhookDialog.ts';
import type { Webhook_endpointFragment } from './gql/WebhooksPanel.ts';
import { namesOfEvents, textKeyOf, valueOfEvent, type EventName } from './webhookEvents.ts';
import type { NewSecret } from './WebhookSecretDialog.tsx';

graphql(`
  mutation CreateWebhookEndpoint($input: CreateWebhookEndpointInput!) {
    createWebhookEndpoint(input: $input) {
      secret
      ...UserErrors
    }
  }
`);

graphql(`
  mutation UpdateWebhookEndpoint($input: UpdateWebhookEndpointInput!) {
    updateWebhookEndpoint(input: $input) {
      webhookEndpoint {
        ...Webhook_endpoint @unmask
      }
      conflict {
        ...Webhook_endpoint @unmask
      }
      ...UserErrors
    }
  }
`);

interface Values {
  url: string;
  description: string;
  events: EventName[];
}

const valuesOf = (endpoint: Webhook_endpointFragment | null): Values => ({
  url: endpoint?.url ?? '',
  description: endpoint?.description ?? '',
  events: namesOfEvents(endpoint?.events ?? []),
});

/** A new webhook, whose secret is passed to `onSecret` and kept in no cache, or the data of one. */
export function WebhookDialog(props: {
  endpoint?: Webhook_endpointFragment;
  onClose: () => void;
  onSecret?: (made: NewSecret) => void;
}) {
  const { t } = useTranslation('webhooks');
  const { endpoint, onClose, onSecret } = props;
  const protection = useConflict({ row: endpoint ?? null, valuesOf, joins: true });
  const { known } = protection;
  const create = useCreateWebhookEndpoint();
  const update = useUpdateWebhookEndpoint();
  const submitForm = useSubmitForm<Values>({
    resolver: yupResolver(webhookRules) as unknown as Resolver<Values>,
    defaultValues: valuesOf(known),
    async onSubmit(data, { saving, saved }) {
      const sent = { ...data, events: data.events.map(valueOfEvent) };
      if (known) {
        const answer = await protection.save(data, ({ databaseId, version }, fields) => {
          const changes = Object.fromEntries(fields.map((field) => [field, sent[field]]));
          return saving(update({ input: { endpointId: String(databaseId), version, ...changes } }));
        });
        if (!answer) return;
        if (answer.userErrors.length > 0) return answer.userErrors;
        saved();
        toaster.success({ title: t('saved') });
        return onClose();
      }
      const { secret, userErrors } = await saving(
        create({ input: sent }, { fetchPolicy: 'no-cache', refetchQueries: ['WebhooksPanel'] }),
      );
      if (userErrors.length > 0) return userErrors;
      saved();
      onSecret?.({ url: data.url, secret, replaces: false });
    },
  });
  const { control, register, formState } = submitForm.form;
  const { errors } = formState;
  const wordsOf = (names: readonly EventName[]) => names.map((name) => t(`event.${textKeyOf(name)}`)).join(', ');

  return (
    <FormDialog form={submitForm} title={t(endpoint ? 'edit' : 'add')} onClose={onClose} submitLabel={t('save')}>
      <FormConflict
        conflict={protection.open(submitForm.form)}
        labelOf={(field) => t(field)}
        textOf={(field, values) => (field === 'events' ? wordsOf(values.events) : values[field])}
      />
      <FormField label={t('url')} help={t('urlHelp')} error={errors.url?.message} required>
        <Input type="url" autoComplete="off" data-autofocus="" {...register('url')} />
      </FormField>
      <FormField label={t('description')} help={t('descriptionHelp')} error={errors.description?.message}>
        <Input autoComplete="off" {...register('description')} />
      </FormField>
      <Controller
        control={control}
        name="events"
        render={({ field: { value, onChange, onBlur }, fieldState: { error } }) => (
          <ScopeBoxes
            legend={t('events')}
            hint={t('atLeastOne')}
            scopes={WEBHOOK_EVENTS.map((id) => ({ id, description: t(`event.${textKeyOf(id)}`) }))}
            value={value}
            onChange={onChange}
            onBlur={onBlur}
            error={error?.message}
          />
        )}
      />
    </FormDialog>
  );
}
