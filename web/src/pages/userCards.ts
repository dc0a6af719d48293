import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import type { PageUser, UserCardProps } from '../features/users/userCard.ts';

/** A card of the user's page. */
export interface UserCard {
  key: string;
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
  { key: 'information', Card: Information },
  { key: 'places', Card: Places },
  { key: 'notifications', may: ({ viewerCanEdit }, isOwn) => isOwn || viewerCanEdit, Card: Notifications },
  { key: 'password', may: (_user, isOwn) => isOwn, Card: EditPassword },
  {
    key: 'passwordReset',
    may: ({ viewerCanStartPasswordReset }, isOwn) => !isOwn && viewerCanStartPasswordReset,
    Card: PasswordReset,
  },
  { key: 'tokens', may: ({ viewerCanSeeTokens }) => viewerCanSeeTokens, Card: Tokens },
  { key: 'apiKey', may: ({ viewerCanManageApiKeys }) => viewerCanManageApiKeys, Card: ApiKey },
  { key: 'sessions', may: ({ viewerCanView }, isOwn) => isOwn || viewerCanView, Card: Sessions },
  { key: 'loginHistory', may: ({ viewerCanView }, isOwn) => isOwn || viewerCanView, Card: History },
];

/** Returns the cards of a user's page, each under its own gate. */
export const userCardsOf = (user: PageUser, isOwn: boolean): UserCard[] =>
  CARDS.filter(({ may }) => may?.(user, isOwn) ?? true);
