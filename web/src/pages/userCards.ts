import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import type { PageUser, UserCardProps } from '../features/users/userCard.ts';

/** A card of the user's page. */
export interface UserCard {
  key: string;
  /** Its column of the two; the whole width below them without it. */
  column?: 'start' | 'end';
  /** Whether the viewer sees the card; everyone who sees the page without it. */
  may?: (user: PageUser, isOwn: boolean) => boolean;
  Card: LazyExoticComponent<ComponentType<UserCardProps>>;
}

const Information = lazy(async () => ({
  default: (await import('../features/users/UserInformation.tsx')).UserInformation,
}));
const Places = lazy(async () => ({ default: (await import('../features/users/UserPlaces.tsx')).UserPlaces }));
const Notifications = lazy(async () => ({
  default: (await import('../features/users/UserNotifications.tsx')).UserNotifications,
}));
const EditPassword = lazy(async () => ({
  default: (await import('../features/account/EditPassword.tsx')).EditPassword,
}));
const PasswordReset = lazy(async () => ({
  default: (await import('../features/users/UserPasswordReset.tsx')).UserPasswordReset,
}));
const Tokens = lazy(async () => ({
  default: (await import('../features/personal-access-tokens/PersonalAccessTokens.tsx')).PersonalAccessTokens,
}));
const ApiKey = lazy(async () => ({ default: (await import('../features/users/UserApiKey.tsx')).UserApiKey }));
const Sessions = lazy(async () => ({
  default: (await import('../features/users/UserSessionsCard.tsx')).UserSessionsCard,
}));
const History = lazy(async () => ({
  default: (await import('../features/users/UserLoginHistory.tsx')).UserLoginHistory,
}));

/** Every card of the user's page, one per line, in the order of the page. A feature adds its line here. */
const CARDS: readonly UserCard[] = [
  { key: 'information', column: 'start', Card: Information },
  {
    key: 'notifications',
    column: 'start',
    may: ({ viewerCanEdit }, isOwn) => isOwn || viewerCanEdit,
    Card: Notifications,
  },
  { key: 'password', column: 'start', may: (_user, isOwn) => isOwn, Card: EditPassword },
  {
    key: 'passwordReset',
    column: 'start',
    may: ({ viewerCanStartPasswordReset }, isOwn) => !isOwn && viewerCanStartPasswordReset,
    Card: PasswordReset,
  },
  { key: 'places', column: 'end', Card: Places },
  { key: 'tokens', column: 'end', may: ({ viewerCanSeeTokens }) => viewerCanSeeTokens, Card: Tokens },
  { key: 'apiKey', column: 'end', may: ({ viewerCanManageApiKeys }) => viewerCanManageApiKeys, Card: ApiKey },
  { key: 'sessions', column: 'end', may: ({ viewerCanView }, isOwn) => isOwn || viewerCanView, Card: Sessions },
  { key: 'loginHistory', may: ({ viewerCanView }, isOwn) => isOwn || viewerCanView, Card: History },
];

/** Returns the cards of a user's page, each under its own gate. */
export const userCardsOf = (user: PageUser, isOwn: boolean): UserCard[] =>
  CARDS.filter(({ may }) => may?.(user, isOwn) ?? true);
