import { Button, HStack, NativeSelect, Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../components/CopyButton.tsx';
import { DescriptionList } from '../../components/DescriptionList.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { FormField } from '../../components/FormField.tsx';
import { ScopeBoxes } from '../../components/ScopeBoxes.tsx';
import { ShowOnce } from '../../components/ShowOnce.tsx';
import { SkeletonLines } from '../../components/Skeletons.tsx';
import { graphql } from '../../lib/graphql.ts';
import { useInstantFormat } from '../../lib/viewer.ts';
import { ApiKeyUse } from './ApiKeyUse.tsx';
import { useUserApiKeyQuery, type UserApiKeyQuery } from './gql/ApiKeyPanel.ts';
import { useApiKey, type NewCredentials } from './useApiKey.ts';

graphql(`
  query UserApiKey($id: ID!) {
    user(id: $id) {
      id
      hasApi
      mayHaveApiKey
      apiKeyScopes {
        id
        description
      }
      apiKey {
        clientId
        lastFour
        scopes
        renewedAt
        expiresAt
        lastUsedAt
        previousUntil
      }
    }
  }
`);

type Owner = NonNullable<UserApiKeyQuery['user']>;
type Key = NonNullable<Owner['apiKey']>;

/** Hours for which the secret before a regeneration still works; the server takes at most 24. */
const OVERLAPS = [0, 1, 8, 24] as const;

/** The API key of a user for who may manage it: without one, with one, and right after it was made. */
export function ApiKeyPanel({ user }: { user: { id: string } }) {
  const { t } = useTranslation('users');
  const { data, error, refetch } = useUserApiKeyQuery({
    variables: { id: user.id },
    fetchPolicy: 'cache-and-network',
  });
  const { made, step, generate, regenerate, revoke } = useApiKey(user.id);
  const [overlap, setOverlap] = useState(0);
  const owner = data?.user;

  if (error && !owner) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!owner) return <SkeletonLines lines={14} />;
  if (!owner.mayHaveApiKey) return <Text>{t('apiKey.orgLevel')}</Text>;
  if (!owner.apiKey && !made)
    return (
      <Stack tabIndex={-1} gap="3" align="flex-start">
        <Text color="fg.muted">{t('apiKey.empty')}</Text>
        <NewKey scopes={owner.apiKeyScopes} running={step !== null} onGenerate={(scopes) => void generate(scopes)} />
      </Stack>
    );
  const known = made ?? owner.apiKey;
  return (
    <Stack tabIndex={-1} gap="4">
      {made ? <Credentials made={made} /> : null}
      {owner.apiKey ? <Facts apiKey={owner.apiKey} isNew={made !== null} /> : null}
      {known ? <ApiKeyUse clientId={known.clientId} secret={made?.clientSecret ?? null} /> : null}
      <HStack gap="3" flexWrap="wrap" align="flex-end">
        <FormField label={t('apiKey.overlap')} width={{ base: '100%', sm: '14rem' }}>
          <NativeSelect.Root size="sm" disabled={step !== null}>
            <NativeSelect.Field value={overlap} onChange={({ target }) => setOverlap(Number(target.value))}>
              {OVERLAPS.map((hours) => (
                <option key={hours} value={hours}>
                  {t(`apiKey.overlaps.${hours}`)}
                </option>
              ))}
            </NativeSelect.Field>
            <NativeSelect.Indicator />
          </NativeSelect.Root>
        </FormField>
        <Button
          size="sm"
          variant="outline"
          loading={step === 'regenerate'}
          disabled={step !== null}
          onClick={() => void regenerate(overlap)}
        >
          {t('apiKey.regenerate.act')}
        </Button>
        <Button
          size="sm"
          variant="outline"
          colorPalette="red"
          loading={step === 'revoke'}
          disabled={step !== null}
          onClick={() => void revoke()}
        >
          {t('apiKey.revoke.act')}
        </Button>
      </HStack>
    </Stack>
  );
}

/** What the key may do, which is chosen before it is made: no scope is at the beginning. */
function NewKey(props: { scopes: Owner['apiKeyScopes']; running: boolean; onGenerate: (scopes: string[]) => void }) {
  const { t } = useTranslation('users');
  const { scopes, running, onGenerate } = props;
  const [chosen, setChosen] = useState<string[]>([]);
  const [isAsked, setAsked] = useState(false);
  const generate = () => {
    setAsked(true);
    if (chosen.length > 0) onGenerate(chosen);
  };
  return (
    <>
      <ScopeBoxes
        legend={t('apiKey.scopes')}
        hint={t('apiKey.atLeastOne')}
        scopes={scopes}
        disabled={running}
        value={chosen}
        onChange={setChosen}
        error={isAsked && chosen.length === 0 ? 'token.scopes' : undefined}
      />
      <Button size="sm" variant="outline" loading={running} onClick={generate}>
        {t('apiKey.generate.act')}
      </Button>
    </>
  );
}

function Credentials({ made: { clientId, clientSecret } }: { made: NewCredentials }) {
  const { t } = useTranslation('users');
  return (
    <Stack gap="3">
      <DescriptionList items={[{ label: t('apiKey.clientId'), value: <ClientId value={clientId} />, mono: true }]} />
      <ShowOnce label={t('apiKey.clientSecret')} value={clientSecret} />
      {clientSecret === null ? <Text>{t('apiKey.lost')}</Text> : null}
    </Stack>
  );
}

function ClientId({ value }: { value: string }) {
  const { t } = useTranslation('users');
  return (
    <HStack gap="1">
      <Text as="span">{value}</Text>
      <CopyButton value={value} label={t('apiKey.copyClientId')} />
    </HStack>
  );
}

/** What is known of a key. `isNew`: its credentials are shown above. */
function Facts({ apiKey, isNew }: { apiKey: Key; isNew: boolean }) {
  const { t } = useTranslation('users');
  const format = useInstantFormat();
  const credentials = [
    { label: t('apiKey.clientId'), value: <ClientId value={apiKey.clientId} />, mono: true },
    { label: t('apiKey.clientSecret'), value: `••••${apiKey.lastFour}`, mono: true },
  ];
  return (
    <DescriptionList
      items={[
        ...(isNew ? [] : credentials),
        { label: t('apiKey.scopes'), value: apiKey.scopes.join(', '), mono: true },
        { label: t('apiKey.renewed'), value: format(apiKey.renewedAt) },
        { label: t('apiKey.expires'), value: format(apiKey.expiresAt) },
        { label: t('apiKey.lastUsed'), value: format(apiKey.lastUsedAt) || t('apiKey.never') },
        ...(apiKey.previousUntil ? [{ label: t('apiKey.previousUntil'), value: format(apiKey.previousUntil) }] : []),
      ]}
    />
  );
}
