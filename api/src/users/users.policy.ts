import type { Permission } from '../auth/permissions.ts';
import type { Viewer } from '../auth/viewer.ts';
import type { Organization } from '../organizations/organization.entity.ts';
import type { UserAccount } from './user-account.entity.ts';
import { isInReach } from './users-private.ts';

/** What the rules ask of a user. */
export type Administered = Pick<
  UserAccount,
  'id' | 'orgId' | 'userType' | 'locked' | 'emailVerifiedAt' | 'twoFactorAppEnabled' | 'twoFactorSmsEnabled'
>;

/** The users are listed for administrators, who have view.user, and for who may view any user. */
export const canListUsers = (viewer: Viewer): boolean => viewer.can('view.user') || viewer.can('viewAny.user');

/** Users of every organization are viewed with viewAny.user. */
export const canViewAnyUser = (viewer: Viewer): boolean => viewer.can('viewAny.user');

/**
 * The users that the viewer administers: those of the own organization, or any with viewAny.user. An administrator of a
 * location or group administers its users and no user of the whole organization; row-level security shows only the own
 * locations' and groups'.
 */
const administers = (viewer: Viewer, user: Administered): boolean =>
  isInReach(viewer, user) &&
  (viewer.isSupport ||
    viewer.facts.locationIds === null ||
    user.userType !== 'Organization' ||
    user.id === viewer.userId);

const may = (viewer: Viewer, user: Administered, permission: Permission): boolean =>
  viewer.can(permission) && administers(viewer, user);

/** No user does to themselves what could lock them out, or what only another administrator may grant. */
const mayToOthers = (viewer: Viewer, user: Administered, permission: Permission): boolean =>
  user.id !== viewer.userId && may(viewer, user, permission);

/** "view on a user row → Login History, Activity Log." */
export const canViewUser = (viewer: Viewer, user: Administered): boolean =>
  canListUsers(viewer) && administers(viewer, user);

/** Who reads more of a user than name and e-mail address: who may view the user, and every user of themselves. */
export const canReadUser = (viewer: Viewer, user: Administered): boolean =>
  user.id === viewer.userId || canViewUser(viewer, user);

/** "Activate/deactivate toggles active between 1 and 0": never one's own account. */
export const canSetUserActive = (viewer: Viewer, user: Administered): boolean =>
  mayToOthers(viewer, user, 'update.user.active');

/** Who may unlock the user, locked or not. */
export const mayUnlockUser = (viewer: Viewer, user: Administered): boolean =>
  mayToOthers(viewer, user, 'update.user.lock');

/** "Unlock only when locked is 1." */
export const canUnlockUser = (viewer: Viewer, user: Administered): boolean =>
  user.locked && mayUnlockUser(viewer, user);

/** Who may send invitations again: of which users is decided for each. */
export const canInviteUsers = (viewer: Viewer): boolean => viewer.can('update.user.invitation');

/** Who may invite the user, verified or not. */
export const mayInviteUser = (viewer: Viewer, user: Administered): boolean =>
  mayToOthers(viewer, user, 'update.user.invitation');

/** "Resend invitation only when email is unverified." */
export const canResendInvitation = (viewer: Viewer, user: Administered): boolean =>
  user.emailVerifiedAt === null && mayInviteUser(viewer, user);

/** "Reset password only when email is verified." */
export const canStartPasswordReset = (viewer: Viewer, user: Administered): boolean =>
  user.emailVerifiedAt !== null && may(viewer, user, 'update.user.password');

/** Who may reset the second factor of the user, whichever it is: another user's. One's own is changed on one's own page. */
export const mayResetSecondFactor = (viewer: Viewer, user: Administered): boolean =>
  mayToOthers(viewer, user, 'update.user.mfa');

/** "Reset 2FA only when SMS or app 2FA is enabled." */
export const canResetSecondFactor = (viewer: Viewer, user: Administered): boolean =>
  (user.twoFactorAppEnabled || user.twoFactorSmsEnabled) && mayResetSecondFactor(viewer, user);

type VentilatorSettings = Pick<Organization, 'allowVentilatorSupport' | 'ventilatorVisibility'>;

/** "The org allows ventilator support with visibility 'specific-users'": only then is access granted user by user. */
export const isVentilatorAccessGranted = (organization: VentilatorSettings): boolean =>
  organization.allowVentilatorSupport && organization.ventilatorVisibility === 'specific-users';

/** Who may grant the user access to patients on a ventilator, whatever the organization's settings are. */
export const maySetVentilatorAccess = (viewer: Viewer, user: Administered): boolean =>
  mayToOthers(viewer, user, 'update.user.mvc_settings');

/** "The ventilator access toggle appears only when the org allows ventilator support with visibility 'specific-users'." */
export const canSetVentilatorAccess = (
  viewer: Viewer,
  user: Administered,
  organization: VentilatorSettings | null,
): boolean => organization !== null && isVentilatorAccessGranted(organization) && maySetVentilatorAccess(viewer, user);
