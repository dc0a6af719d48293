import { Button, Stack, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../components/Modal.tsx';
import { ProgramLine } from '../../components/ProgramLine.tsx';
import { ShowOnce } from '../../components/ShowOnce.tsx';

/** A token that was just created. `secret`: null when the server's answer to the creation was lost. */
export interface NewToken {
  name: string;
  secret: string | null;
}

/** A first question to the API, which every token may ask: what is left of its points. */
const lineOf = (secret: string) =>
  `curl --header "Authorization: Bearer ${secret}" --header "Content-Type: application/json" --data '{"query":"{ rateLimit { remaining } }"}' ${window.location.origin}/graphql`;

/** Shows the secret of a new token, this once. Every way to close it but the button asks first. */
export function NewTokenDialog({ token: { name, secret }, onClose }: { token: NewToken; onClose: () => void }) {
  const { t } = useTranslation('personal-access-tokens');
  return (
    <Modal
      open
      keepOpen
      onClose={onClose}
      title={t('created', { name })}
      guard={{
        state: () => (secret === null ? 'clean' : 'dirty'),
        question: t('closeQuestion'),
        confirmLabel: t('close'),
      }}
      footer={<Button onClick={onClose}>{t('done')}</Button>}
    >
      <Stack gap="3" pb="2">
        <ShowOnce label={t('token')} value={secret} />
        {secret === null ? (
          <Text>{t('lost')}</Text>
        ) : (
          <>
            <Text color="fg.muted">{t('use')}</Text>
            <ProgramLine title={t('firstLine')} line={lineOf(secret)} />
          </>
        )}
      </Stack>
    </Modal>
  );
}
