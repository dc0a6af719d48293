import { Alert, Box, Button, Stack, Text, Textarea } from '@chakra-ui/react';
import { yupResolver } from '@hookform/resolvers/yup';
import { MAX_MESSAGE, orgMessageRules } from '#rules/org-messages/org-messages';
import { Send } from 'lucide-react';
import { useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/Card.tsx';
import { useConfirm } from '../../components/ConfirmDialog.tsx';
import { FormErrors, FormField } from '../../components/FormField.tsx';
import { toaster } from '../../components/Toaster.tsx';
import { graphql } from '../../gql/gql.ts';
import { useCheckSendOrgMessage, useSendOrgMessage } from '../../gql/hooks.ts';
import { setUserErrors } from '../../lib/userErrors.ts';
import { messageTags } from './cleanHtml.ts';
import { MessageBody } from './MessageBody.tsx';
import { RecipientField, RecipientText } from './RecipientField.tsx';
import type { Recipient } from './useFindRecipients.ts';

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

/** A message to one user: whom, the text as HTML, how it will look; checked, confirmed and sent. */
export function OrgMessageForm() {
  const { t } = useTranslation('org-messages');
  const confirm = useConfirm();
  const check = useCheckSendOrgMessage();
  const send = useSendOrgMessage();
  const [recipient, setRecipient] = useState<Recipient | null>(null);
  const [sentTo, setSentTo] = useState<string | null>(null);
  // State is too late for a second click in the same moment.
  const busy = useRef(false);
  const form = useForm({ resolver: yupResolver(orgMessageRules), defaultValues: { userId: '', message: '' } });
  const { errors, isSubmitting } = form.formState;
  const message = useWatch({ control: form.control, name: 'message' });

  function choose(user: Recipient | null) {
    setRecipient(user);
    form.setValue('userId', user?.id ?? '', { shouldValidate: form.formState.isSubmitted });
    if (user) form.setFocus('message');
  }

  async function submit(input: { userId: string; message: string }) {
    if (busy.current || !recipient) return;
    busy.current = true;
    setSentTo(null);
    try {
      const checked = await check({ input });
      if (setUserErrors(form, checked.userErrors)) return;
      const sure = await confirm({
        title: t('sure'),
        body: <Sure recipient={recipient} html={checked.message ?? ''} />,
        confirmLabel: t('send'),
      });
      if (!sure) return;
      const { userErrors } = await send({ input }, { refetchQueries: ['SentOrgMessages'] });
      if (setUserErrors(form, userErrors)) return;
      const name = `${recipient.firstName} ${recipient.lastName}`;
      toaster.success({ title: t('sent', { name }) });
      setSentTo(name);
      form.resetField('message');
    } catch {
      form.setError('root.server', { type: 'server', message: t('failed') });
    } finally {
      busy.current = false;
    }
  }

  return (
    <Card title={t('compose')}>
      <form noValidate onSubmit={(event) => void form.handleSubmit(submit)(event)}>
        <Stack gap="4">
          <FormErrors message={errors.root?.server?.message} />
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
            help={t('messageHelp', { tags: messageTags.map((tag) => `<${tag}>`).join(' '), max: MAX_MESSAGE })}
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
          <Button type="submit" alignSelf="flex-start" loading={isSubmitting} loadingText={t('send')}>
            <Send />
            {t('send')}
          </Button>
        </Stack>
      </form>
    </Card>
  );
}

function Sure({ recipient, html }: { recipient: Recipient; html: string }) {
  const { t } = useTranslation('org-messages');
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
