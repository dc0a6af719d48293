import { graphql } from '../../lib/graphql.ts';
import type { Recipient_userFragment } from './gql/recipient.ts';

graphql(`
  fragment Recipient_user on User {
    id
    databaseId
    firstName
    lastName
    email
    organization {
      id
      name
    }
  }
`);

graphql(`
  query FindRecipients($search: String!) {
    orgMessageRecipients(search: $search) {
      ...Recipient_user @unmask
    }
  }
`);

export type Recipient = Recipient_userFragment;

/** A single letter matches nearly every user. */
export const fewestRecipientLetters = 2;
