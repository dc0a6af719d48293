import { useApolloClient } from '@apollo/client/react';
import { graphql } from '../../gql/gql.ts';
import type { SubmitSettingsInput } from '../../gql/graphql.ts';
import { useSubmitSettingsMutation } from '../../gql/hooks.ts';

graphql(`
  fragment SubmitSettings_change on SettingChange {
    name
    label
    from
    to
  }
`);

const checkSubmitSettings = graphql(`
  query CheckSubmitSettings($input: SubmitSettingsInput!) {
    checkSubmitSettings(input: $input) {
      changes {
        ...SubmitSettings_change @unmask
      }
      userErrors {
        field
        code
        message
      }
    }
  }
`);

graphql(`
  mutation SubmitSettings($input: SubmitSettingsInput!) {
    submitSettings(input: $input) {
      changes {
        ...SubmitSettings_change @unmask
      }
      settingsRecord {
        ...DeviceSettings_record @unmask
      }
      deviceHistory {
        id
        ...DeviceSettings_history
      }
      userErrors {
        field
        code
        message
      }
    }
  }
`);

/** Asks what a change would do, and sends it on its way to the device. Both fail when the server cannot be reached. */
export function useSubmitSettings() {
  const client = useApolloClient();
  const [mutate] = useSubmitSettingsMutation();

  async function check(input: SubmitSettingsInput) {
    const { data } = await client.query({ query: checkSubmitSettings, variables: { input }, fetchPolicy: 'no-cache' });
    if (!data) throw new Error('checkSubmitSettings answered nothing');
    return data.checkSubmitSettings;
  }

  async function submit(input: SubmitSettingsInput) {
    const { data } = await mutate({ variables: { input } });
    if (!data) throw new Error('submitSettings answered nothing');
    return data.submitSettings;
  }

  return { check, submit };
}
