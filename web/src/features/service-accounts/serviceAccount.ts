import { graphql } from '../../lib/graphql.ts';
import type { ServiceAccountRow_accountFragment } from './gql/serviceAccount.ts';

graphql(`
  fragment ServiceAccountRow_account on ServiceAccount {
    id
    name
    description
    scopes
    isActive
    createdBy
    createdAt
    key {
      clientId
      lastFour
      expiresAt
      lastUsedAt
      previousUntil
    }
    usedOperations {
      operation
      calls
      days {
        day
        calls
      }
    }
  }
`);

export type Account = ServiceAccountRow_accountFragment;

/** A secret that was just made. It is null when the server's answer was lost. */
export interface NewSecret {
  name: string;
  clientId: string;
  secret: string | null;
}
