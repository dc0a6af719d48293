import type { MenuUser } from './userMenu.tsx';

/** A user of the list with which the viewer may do nothing, except for `more`. */
export const menuUser = (more: Partial<MenuUser> = {}): MenuUser => ({
  __typename: 'User',
  id: 'VXNlcjo0',
  databaseId: 4,
  email: 'casey.holt@demo.airlog.test',
  firstName: 'Casey',
  lastName: 'Holt',
  status: 'ACTIVE',
  active: true,
  locked: false,
  ventilatorAccess: false,
  twoFactorAppEnabled: false,
  twoFactorSmsEnabled: false,
  viewerCanEdit: false,
  viewerCanView: false,
  viewerCanSetActive: false,
  viewerCanUnlock: false,
  viewerCanResendInvitation: false,
  viewerCanStartPasswordReset: false,
  viewerCanResetSecondFactor: false,
  viewerCanSetVentilatorAccess: false,
  viewerCanManageApiKeys: false,
  ...more,
});
