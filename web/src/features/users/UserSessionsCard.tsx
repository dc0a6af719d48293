import { UserSessions } from './UserSessions.tsx';
import type { UserCardProps } from './userCard.ts';

/** The sessions in which the user is signed in. */
export function UserSessionsCard({ user, isOwn }: UserCardProps) {
  return <UserSessions user={user} mayEnd={isOwn || user.viewerCanSetActive} />;
}
