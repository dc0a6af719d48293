import type { LucideIcon } from 'lucide-react';
import {
  Activity,
  ClipboardList,
  History,
  KeyRound,
  KeySquare,
  LockOpen,
  MailPlus,
  MessageSquareOff,
  Pencil,
  ShieldOff,
  UserCheck,
  UserX,
  Wind,
} from 'lucide-react';
import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { graphql } from '../../lib/graphql.ts';
import type { UserMenu_userFragment } from './gql/userMenu.ts';

graphql(`
  fragment UserMenu_user on User {
    id
    databaseId
    email
    firstName
    lastName
    status
    active
    locked
    ventilatorAccess
    twoFactorAppEnabled
    twoFactorSmsEnabled
    viewerCanEdit
    viewerCanView
    viewerCanSetActive
    viewerCanUnlock
    viewerCanResendInvitation
    viewerCanStartPasswordReset
    viewerCanResetSecondFactor
    viewerCanSetVentilatorAccess
    viewerCanManageApiKeys
  }
`);

/** A user, as an item of the menu of a row or a page and its dialog know them. */
export type MenuUser = UserMenu_userFragment;

/** What the dialog of an item gets. It calls `onClose` when it is over, also after a question that was declined. */
export interface UserDialogProps {
  user: MenuUser;
  onClose: () => void;
}

/** An item of the row menu: its name is the text `menu.<key>`. */
export interface UserMenuItem {
  key:
    | 'edit'
    | 'activate'
    | 'deactivate'
    | 'resendInvitation'
    | 'resetPassword'
    | 'resetApp'
    | 'resetSms'
    | 'loginHistory'
    | 'auditLog'
    | 'activityLog'
    | 'unlock'
    | 'manageApiKeys'
    | 'grantVentilatorAccess'
    | 'withdrawVentilatorAccess';
  icon: LucideIcon;
  /** Whether the viewer may: the item's own gate. */
  may: (user: MenuUser) => boolean;
  /** What the item does, loaded when it is chosen: a dialog, or a question and its answer. */
  Dialog: LazyExoticComponent<ComponentType<UserDialogProps>>;
  danger?: boolean;
}

const ApiKey = lazy(async () => ({ default: (await import('./ApiKeyDialog.tsx')).ApiKeyDialog }));
const Edit = lazy(async () => ({ default: (await import('./UserFormDialog.tsx')).EditUserDialog }));
const Resend = lazy(async () => ({ default: (await import('./ResendInvitation.tsx')).ResendInvitation }));
const Reset = lazy(async () => ({ default: (await import('./StartPasswordReset.tsx')).StartPasswordReset }));
const ResetApp = lazy(async () => ({ default: (await import('./ResetSecondFactor.tsx')).ResetApp }));
const ResetSms = lazy(async () => ({ default: (await import('./ResetSecondFactor.tsx')).ResetSms }));
const SetActive = lazy(async () => ({ default: (await import('./SetUserActive.tsx')).SetUserActive }));
const Unlock = lazy(async () => ({ default: (await import('./UnlockUser.tsx')).UnlockUser }));
const VentilatorAccess = lazy(async () => ({ default: (await import('./VentilatorAccess.tsx')).VentilatorAccess }));

const logDialogs = () => import('./logDialogs.tsx');
const LoginHistory = lazy(async () => ({ default: (await logDialogs()).LoginHistoryDialog }));
const AuditLog = lazy(async () => ({ default: (await logDialogs()).AuditLogDialog }));
const ActivityLog = lazy(async () => ({ default: (await logDialogs()).ActivityLogDialog }));

/** Every item of the menu of a row and of a user's page, one per line, in the order of the menu. A feature adds its line here. */
const ITEMS: readonly UserMenuItem[] = [
  { key: 'edit', icon: Pencil, may: (user) => user.viewerCanEdit, Dialog: Edit },
  { key: 'resendInvitation', icon: MailPlus, may: (user) => user.viewerCanResendInvitation, Dialog: Resend },
  { key: 'resetPassword', icon: KeyRound, may: (user) => user.viewerCanStartPasswordReset, Dialog: Reset },
  { key: 'loginHistory', icon: History, may: (user) => user.viewerCanView, Dialog: LoginHistory },
  { key: 'auditLog', icon: ClipboardList, may: (user) => user.viewerCanView, Dialog: AuditLog },
  { key: 'activityLog', icon: Activity, may: (user) => user.viewerCanView, Dialog: ActivityLog },
  { key: 'unlock', icon: LockOpen, may: (user) => user.viewerCanUnlock, Dialog: Unlock },
  {
    key: 'resetApp',
    icon: ShieldOff,
    may: (user) => user.viewerCanResetSecondFactor && user.twoFactorAppEnabled === true,
    Dialog: ResetApp,
  },
  {
    key: 'resetSms',
    icon: MessageSquareOff,
    may: (user) => user.viewerCanResetSecondFactor && user.twoFactorSmsEnabled === true,
    Dialog: ResetSms,
  },
  { key: 'grantVentilatorAccess', icon: Wind, may: (user) => canSetAccess(user, true), Dialog: VentilatorAccess },
  { key: 'withdrawVentilatorAccess', icon: Wind, may: (user) => canSetAccess(user, false), Dialog: VentilatorAccess },
  { key: 'manageApiKeys', icon: KeySquare, may: (user) => user.viewerCanManageApiKeys, Dialog: ApiKey },
  { key: 'activate', icon: UserCheck, may: (user) => user.viewerCanSetActive && !user.active, Dialog: SetActive },
  {
    key: 'deactivate',
    icon: UserX,
    may: (user) => user.viewerCanSetActive && user.active === true,
    Dialog: SetActive,
    danger: true,
  },
];

const canSetAccess = ({ viewerCanSetVentilatorAccess, ventilatorAccess }: MenuUser, to: boolean): boolean =>
  viewerCanSetVentilatorAccess && ventilatorAccess !== to;

/** Returns the items of a user's menu, each under its own gate. */
export const userMenuItems = (user: MenuUser): UserMenuItem[] => ITEMS.filter(({ may }) => may(user));
