import { Alert, Box, Button, Stack, Text, Textarea } from '@chakra-ui/react';
import { yupResolver } from '@hookform/resolvers/yup';
import { MAX_MESSAGE, orgMessageRules } from '#rules/org-messages/org-messages';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/Card.tsx';
import { FormErrors, FormField } from '../../components/FormField.tsx';
import { toaster } from '../../components/Toaster.tsx';
import { useSubmitForm, type SubmitForm } from '../../components/useSubmitForm.ts';
import type { SendOrgMessageInput } from '../../gql/schema.ts';
import { messageTags } from '../../lib/cleanHtml.ts';
import { graphql } from '../../lib/graphql.ts';
import { formatCount } from '../../lib/numberLocale.ts';
import { MessageBody } from '../../components/MessageBody.tsx';
import { useCheckSendOrgMessage, useSendOrgMessage } from './gql/OrgMessageForm.ts';
import { RecipientField, RecipientText } from './RecipientField.tsx';
import type { Recipient } from './recipient.ts';

graphql(`
  query CheckSendOrgMessage($input: SendOrgMessageInput!) {
    checkSendOrgMessage(input: $input) {
      message
      ...UserErrors
    }
  }
`);

graphql(`
  mutation SendOrgMessage($input: SendOrgMessageInput!) {
    sendOrgMessage(input: $input) {
      orgMessage {
        databaseId
      }
      ...UserErrors
    }
  }
`);

/** A message to one user: recipient, HTML text and preview. It is checked, confirmed and sent. */
export function OrgMessageForm() {
  const { t } = useTranslation('org-message-form');
  const check = useCheckSendOrgMessage();
  const send = useSendOrgMessage();
  const [recipient, setRecipient] = useState<Recipient | null>(null);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const submitForm: SubmitForm<SendOrgMessageInput> = useSubmitForm<SendOrgMessageInput>({
    resolver: yupResolver(orgMessageRules),
    defaultValues: { userId: '', message: '' },
    async onSubmit(input, { confirm, saving }) {
      if (!recipient) return;
      setSentTo(null);
      const checked = await check({ input });
      if (checked.userErrors.length > 0) return checked.userErrors;
      const body = <Sure recipient={recipient} html={checked.message ?? ''} />;
      if (!(await confirm({ title: t('sure'), body, confirmLabel: t('send') }))) return;
      const { userErrors } = await saving(send({ input }, { refetchQueries: ['SentOrgMessages'] }));
      if (userErrors.length > 0) return userErrors;
      const name = `${recipient.firstName} ${recipient.lastName}`;
      toaster.success({ title: t('sent', { name }) });
      setSentTo(name);
      form.reset({ ...input, message: '' });
    },
    onFailure: (failure) => (failure === 'failed' ? t('failed') : undefined),
  });
  const { form, phase, problem, element } = submitForm;
  const { errors } = form.formState;
  const message = useWatch({ control: form.control, name: 'message' });

  function choose(user: Recipient | null) {
    setRecipient(user);
    form.setValue('userId', user?.id ?? '', { shouldValidate: form.formState.isSubmitted, shouldDirty: true });
    if (user) form.setFocus('message');
  }

  return (
    <Card title={t('compose')}>
      <form {...element}>
        <Stack gap="4">
          <FormErrors message={problem} />
          {sentTo ? (
            <Alert.Root status="success" role="status">
              <Alert.Indicator />
              <Alert.Title fontWeight="normal">{t('result', { name: sentTo })}</Alert.Title>
            </Alert.Root>
          ) : null}
          <RecipientField value={recipient} onChange={choose} error={errors.userId?.message} />
          <FormField
            label={t('message')}
            error={errors.message?.message}
            help={t('messageHelp', {
              tags: messageTags.map((tag) => `<${tag}>`).join(' '),
              max: formatCount(MAX_MESSAGE),
            })}
            required
          >
            <Textarea rows={6} {...form.register('message')} />
          </FormField>
          <Box>
            <Text fontWeight="medium" mb="1">
              {t('preview')}
            </Text>
            <Box
              role="region"
              aria-label={t('preview')}
              borderWidth="1px"
              borderRadius="l2"
              p="3"
              minH="12"
              bg="bg.subtle"
            >
              {message.trim() ? <MessageBody html={message} /> : <Text color="fg.muted">{t('previewEmpty')}</Text>}
            </Box>
          </Box>
          <Button type="submit" alignSelf="flex-start" loading={phase !== null} loadingText={t('send')}>
            <Send />
            {t('send')}
          </Button>
        </Stack>
      </form>
    </Card>
  );
}

function Sure({ recipient, html }: { recipient: Recipient; html: string }) {
  const { t } = useTranslation('org-message-form');
  return (
    <Stack gap="3">
      <RecipientText user={recipient} />
      <Box borderWidth="1px" borderRadius="l2" p="3" maxH="40dvh" overflowY="auto">
        <MessageBody html={html} />
      </Box>
      <Text color="fg.muted">{t('sureText')}</Text>
    </Stack>
  );
}
