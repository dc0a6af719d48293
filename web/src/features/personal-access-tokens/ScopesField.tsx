import { Controller, type Control } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ScopeBoxes } from '../../components/ScopeBoxes.tsx';
import { graphql } from '../../lib/graphql.ts';
import { useTokenScopesQuery } from './gql/ScopesField.ts';

export interface TokenValues {
  name: string;
  scopes: string[];
  expiresInDays: number;
}

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
  return (
    <Controller
      control={control}
      name="scopes"
      render={({ field: { value, onChange, onBlur }, fieldState: { error } }) => (
        <ScopeBoxes
          legend={t('scopes')}
          hint={t('atLeastOne')}
          scopes={data?.user?.tokenScopes ?? []}
          loading={loading}
          value={value}
          onChange={onChange}
          onBlur={onBlur}
          error={error?.message}
        />
      )}
    />
  );
}
