import { List, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../components/ErrorState.tsx';
import { SkeletonLines } from '../../components/Skeletons.tsx';
import { graphql } from '../../lib/graphql.ts';
import { useOrganizationEndsQuery, useDeactivateOrganization } from './gql/DeactivateOrganization.ts';
import { StateDialog } from './StateDialog.tsx';

graphql(`
  query OrganizationEnds($input: SwitchOrganizationStateInput!) {
    checkDeactivateOrganization(input: $input) {
      ends {
        sessions
        tokens
        apiKeys
        invitations
        passwordLinks
        jobs
      }
      pendingSettings
      migrations
      ...UserErrors
    }
  }
`);

graphql(`
  mutation DeactivateOrganization($input: SwitchOrganizationStateInput!) {
    deactivateOrganization(input: $input) {
      organization {
        id
        ...OrganizationActions_organization
      }
      ...UserErrors
    }
  }
`);

/** What ends, in the order of the dialog. */
const ENDS = ['sessions', 'tokens', 'apiKeys', 'invitations', 'passwordLinks', 'jobs'] as const;

/** Asks whether an organization is deactivated, with what that ends and what goes on. */
export function DeactivateOrganization(props: { organization: { id: string; name: string }; onClose: () => void }) {
  const { t } = useTranslation(['organization-form', 'organizations']);
  const { id, name } = props.organization;
  const input = { organizationId: id };
  const { data, error, refetch } = useOrganizationEndsQuery({
    variables: { input },
    fetchPolicy: 'network-only',
  });
  const deactivate = useDeactivateOrganization();
  const { ends, pendingSettings, migrations } = data?.checkDeactivateOrganization ?? {};
  const ended = ENDS.filter((kind) => ends && ends[kind] > 0);
  return (
    <StateDialog
      title={t('state.deactivateTitle', { name })}
      label={t('organizations:deactivate')}
      danger
      disabled={!ends}
      act={async () => (await deactivate({ input })).userErrors}
      done={t('state.deactivated', { name })}
      onClose={props.onClose}
    >
      <Text>{t('state.deactivateText')}</Text>
      {ends ? (
        <>
          {ended.length > 0 ? (
            <>
              <Text fontWeight="medium">{t('state.ends')}</Text>
              <List.Root ps="5">
                {ended.map((kind) => (
                  <List.Item key={kind}>{t(`state.kinds.${kind}`, { count: ends[kind] })}</List.Item>
                ))}
              </List.Root>
            </>
          ) : (
            <Text>{t('state.endsNothing')}</Text>
          )}
          <Text fontWeight="medium">{t('state.stays')}</Text>
          <List.Root ps="5">
            <List.Item>{t('state.nights')}</List.Item>
            {pendingSettings ? <List.Item>{t('state.pendingSettings', { count: pendingSettings })}</List.Item> : null}
            {migrations ? <List.Item>{t('state.migrations', { count: migrations })}</List.Item> : null}
            <List.Item>{t('state.accounts')}</List.Item>
          </List.Root>
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonLines lines={6} />
      )}
    </StateDialog>
  );
}
