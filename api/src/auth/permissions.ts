/** Every permission once, exactly as documented. The permissions of each role are data (table role_permissions). */
export const PERMISSIONS = [
  'create.device',
  'delete.device',
  'export.device',
  'export.patient',
  'export.user',
  'org.user.device',
  'send.org.message',
  'support.user.device',
  'update.device',
  'update.device.pin',
  'update.device.settings',
  'upload.device.icode',
  'view.graphiql',
  'view.patient',
  'view.user',
  'viewAny.device',
  'viewAny.patient',
] as const;

export type Permission = (typeof PERMISSIONS)[number];
