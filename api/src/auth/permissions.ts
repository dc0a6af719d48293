/** Every permission once, exactly as documented. The permissions of each role are data (table role_permissions). */
export const PERMISSIONS = [
  'org.user.device',
  'support.user.device',
  'viewAny.device',
  'create.device',
  'update.device',
  'delete.device',
  'update.device.pin',
  'update.device.settings',
  'upload.device.icode',
  'view.patient',
  'viewAny.patient',
  'export.user',
  'view.graphiql',
  'send.org.message',
  'view.user',
] as const;

export type Permission = (typeof PERMISSIONS)[number];
