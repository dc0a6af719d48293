import { Box, Button, Stack, Text, Textarea } from '@chakra-ui/react';
import { yupResolver } from '@hookform/resolvers/yup';
import { handOffMessageRules, MAX_TEXT } from '#rules/hand-offs/hand-offs';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/Card.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { FormErrors, FormField } from '../../components/FormField.tsx';
import { useSubmitForm } from '../../components/useSubmitForm.ts';
import { graphql } from '../../lib/graphql.ts';
import { nameInList } from '../../lib/nameInList.ts';
import { formatCount } from '../../lib/numberLocale.ts';
import { useInstantFormat } from '../../lib/viewer.ts';
import { useWriteHandOffMessage } from './gql/HandOffThread.ts';
import type { HandOff } from './HandOffFacts.tsx';

graphql(`
  mutation WriteHandOffMessage($input: WriteHandOffMessageInput!) {
    writeHandOffMessage(input: $input) {
      handOff {
        id
        ...HandOffPage_handOff @unmask
      }
      ...UserErrors
    }
  }
`);

/** What both sides wrote, as plain text, and the field for the next message. */
export function HandOffThread({ handOff }: { handOff: HandOff }) {
  const { t } = useTranslation('hand-offs');
  const instant = useInstantFormat();
  return (
    <Card title={t('thread')}>
      {handOff.messages.length === 0 ? <EmptyState text={t('noMessages')} /> : null}
      <Stack as="ol" listStyleType="none" gap="3" aria-label={t('thread')}>
        {handOff.messages.map(({ databaseId, body, isOwn, author, createdAt }) => (
          <Box
            as="li"
            key={databaseId}
            alignSelf={isOwn ? 'flex-end' : 'flex-start'}
            maxW="85%"
            borderWidth="1px"
            borderRadius="l2"
            px="3"
            py="2"
            bg={isOwn ? 'bg.muted' : undefined}
          >
            <Text textStyle="xs" color="fg.muted">
              {author ? nameInList(author) : (handOff.otherOrganization ?? t('otherSide'))} · {instant(createdAt)}
            </Text>
            <Text whiteSpace="pre-wrap" overflowWrap="anywhere">
              {body}
            </Text>
          </Box>
        ))}
      </Stack>
      <NextMessage handOff={handOff} />
    </Card>
  );
}

/** While the request is open. A message that was begun when it ended stays, so that the user can copy it. */
function NextMessage({ handOff }: { handOff: HandOff }) {
  const { t } = useTranslation('hand-offs');
  const write = useWriteHandOffMessage();
  const submitForm = useSubmitForm<{ body: string }>({
    resolver: yupResolver(handOffMessageRules),
    defaultValues: { body: '' },
    async onSubmit({ body }, { saving, saved }) {
      const { userErrors } = await saving(write({ input: { handOffId: handOff.id, body } }));
      if (userErrors.length > 0) return userErrors;
      saved();
      submitForm.form.reset();
    },
  });
  const { register, formState } = submitForm.form;
  const { viewerCanWrite } = handOff;
  if (!viewerCanWrite && !formState.isDirty) return null;
  return (
    <form {...submitForm.element}>
      <Stack gap="3" mt="4" align="flex-start">
        <FormErrors message={submitForm.problem} onDismiss={submitForm.dismiss} />
        <FormErrors message={viewerCanWrite ? undefined : t('closed')} />
        <FormField
          label={t('message')}
          help={handOff.side === 'HOLDER' ? t('messageReveals') : t('messageHelp', { max: formatCount(MAX_TEXT) })}
          error={formState.errors.body?.message}
          required
        >
          <Textarea maxLength={MAX_TEXT} rows={3} {...register('body')} />
        </FormField>
        <Button type="submit" disabled={!viewerCanWrite} loading={submitForm.phase !== null} loadingText={t('send')}>
          {t('send')}
        </Button>
      </Stack>
    </form>
  );
}
