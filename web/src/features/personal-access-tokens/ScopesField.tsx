import { Checkbox, Fieldset, SimpleGrid, Text } from '@chakra-ui/react';
import { CircleAlert } from 'lucide-react';
import { Controller, type Control } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useRuleText } from '../../components/FormField.tsx';
import { SkeletonLines } from '../../components/Skeletons.tsx';
import { graphql } from '../../gql/gql.ts';
import { useTokenScopesQuery } from '../../gql/hooks.ts';
import type { TokenValues } from './CreateTokenDialog.tsx';

graphql(`
  query TokenScopes($userId: ID!) {
    user(id: $userId) {
      id
      tokenScopes {
        id
        description
      }
    }
  }
`);

/** What a new token may do, one box for each scope that the viewer may give. A failure to load them is silent. */
export function ScopesField({ userId, control }: { userId: string; control: Control<TokenValues> }) {
  const { t } = useTranslation('personal-access-tokens');
  const { data, loading } = useTokenScopesQuery({ variables: { userId } });
  const scopes = data?.user?.tokenScopes ?? [];
  return (
    <Controller
      control={control}
      name="scopes"
      render={({ field: { value, onChange, onBlur }, fieldState: { error } }) => (
        <Fieldset.Root invalid={error !== undefined}>
          <Fieldset.Legend textStyle="sm" fontWeight="medium" color="fg">
            {t('scopes')}
            <span aria-hidden="true">{` (${t('atLeastOne')})`}</span>
          </Fieldset.Legend>
          {loading ? <SkeletonLines lines={3} /> : null}
          <SimpleGrid columns={{ base: 1, sm: 2 }} gap="2" mt="1">
            {scopes.map(({ id, description }) => (
              <Checkbox.Root
                key={id}
                size="sm"
                alignItems="flex-start"
                invalid={error !== undefined}
                checked={value.includes(id)}
                onCheckedChange={({ checked }) =>
                  onChange(checked === true ? [...value, id] : value.filter((one) => one !== id))
                }
              >
                <Checkbox.HiddenInput onBlur={onBlur} />
                <Checkbox.Control mt="0.5" />
                <Checkbox.Label fontWeight="normal">
                  {description}
                  <Text as="span" display="block" fontFamily="mono" textStyle="xs" color="fg.muted">
                    {id}
                  </Text>
                </Checkbox.Label>
              </Checkbox.Root>
            ))}
          </SimpleGrid>
          <ScopesError message={error?.message} />
        </Fieldset.Root>
      )}
    />
  );
}

function ScopesError({ message }: { message: string | undefined }) {
  const text = useRuleText(message);
  return text ? (
    <Fieldset.ErrorText display="flex" alignItems="center" gap="1" textStyle="xs">
      <CircleAlert size={14} aria-hidden="true" />
      {text}
    </Fieldset.ErrorText>
  ) : null;
}
