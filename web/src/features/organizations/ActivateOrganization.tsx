import { Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { graphql } from '../../lib/graphql.ts';
import { useActivateOrganization } from './gql/ActivateOrganization.ts';
import type { OrganizationActions_organizationFragment } from './gql/OrganizationActions.ts';
import { StateDialog } from './StateDialog.tsx';

graphql(`
  mutation ActivateOrganization($input: SwitchOrganizationStateInput!) {
    activateOrganization(input: $input) {
      organization {
        id
        ...OrganizationActions_organization
      }
      ...UserErrors
    }
  }
`);

/** Asks whether an organization is activated. */
export function ActivateOrganization(props: {
  organization: OrganizationActions_organizationFragment;
  onClose: () => void;
}) {
  const { t } = useTranslation(['organization-form', 'organizations']);
  const { id, name, record } = props.organization;
  const activate = useActivateOrganization();
  return (
    <StateDialog
      title={t('state.activateTitle', { name })}
      label={t('organizations:activate')}
      act={async () => (await activate({ input: { organizationId: id } })).userErrors}
      done={t('state.activated', { name })}
      onClose={props.onClose}
    >
      <Text>{t(record?.draft ? 'state.activateDraft' : 'state.activateQuestion', { name })}</Text>
    </StateDialog>
  );
}
