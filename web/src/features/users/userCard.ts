import { graphql } from '../../lib/graphql.ts';
import type { UserCards_userFragment } from './gql/userCard.ts';

graphql(`
  fragment UserCards_user on User {
    id
    databaseId
    email
    firstName
    lastName
    phone
    country
    role
    roleId
    roleLabel
    userType
    status
    notificationType
    isClinician
    lastSuccessfulLogin
    createdAt
    hasApi
    twoFactorAppEnabled
    twoFactorSmsEnabled
    viewerCanEdit
    viewerCanView
    viewerCanSetActive
    viewerCanStartPasswordReset
    viewerCanSeeTokens
    viewerCanManageApiKeys
    locations {
      id
      name
      address1
      city
      state
      zip
      isPrimary
    }
    groups {
      id
      name
    }
  }
`);

/** A user as the cards of the page know them. */
export type PageUser = UserCards_userFragment;

export interface UserCardProps {
  user: PageUser;
  /** The page of the viewer's own account. */
  isOwn: boolean;
}
