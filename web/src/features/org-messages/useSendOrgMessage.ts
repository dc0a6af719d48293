import { useApolloClient } from '@apollo/client/react';
import { graphql } from '../../gql/gql.ts';
import { useSendOrgMessageMutation } from '../../gql/hooks.ts';
import type { SendOrgMessageInput } from '../../gql/graphql.ts';

const checkSendOrgMessage = graphql(`
  query CheckSendOrgMessage($input: SendOrgMessageInput!) {
    checkSendOrgMessage(input: $input) {
      message
      userErrors {
        field
        code
        message
      }
    }
  }
`);

graphql(`
  mutation SendOrgMessage($input: SendOrgMessageInput!) {
    sendOrgMessage(input: $input) {
      orgMessage {
        databaseId
      }
      userErrors {
        field
        code
        message
      }
    }
  }
`);

/** Asks what a message would be after the server's cleaning, and sends it. Neither is kept in the cache. */
export function useSendOrgMessage() {
  const client = useApolloClient();
  const [mutate] = useSendOrgMessageMutation({ refetchQueries: ['SentOrgMessages'] });

  async function check(input: SendOrgMessageInput) {
    const { data } = await client.query({ query: checkSendOrgMessage, variables: { input }, fetchPolicy: 'no-cache' });
    if (!data) throw new Error('checkSendOrgMessage answered nothing');
    return data.checkSendOrgMessage;
  }

  async function send(input: SendOrgMessageInput) {
    const { data } = await mutate({ variables: { input } });
    if (!data) throw new Error('sendOrgMessage answered nothing');
    return data.sendOrgMessage;
  }

  return { check, send };
}
