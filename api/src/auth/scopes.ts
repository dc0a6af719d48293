import { PERMISSIONS, type Permission } from './permissions.ts';

/**
 * The permissions that a token can have. What administers users, roles and credentials is not among them: a token never
 * makes, lists or deletes tokens, keys, users, second factors or sessions (K-6). A new permission is no scope until it
 * is added here.
 */
export const SCOPES = [
  'create.device',
  'create.patient',
  'create.patient.note',
  'delete.device',
  'export.device',
  'export.patient',
  'org.user.device',
  'send.org.message',
  'support.user.device',
  'update.device',
  'update.device.pin',
  'update.device.settings',
  'update.machine.date_change_utility',
  'update.patient',
  'upload.device.icode',
  'upload.device.usage',
  'view.graphiql',
  'view.patient',
  'viewAny.device',
  'viewAny.patient',
] as const satisfies readonly Permission[];

export type Scope = (typeof SCOPES)[number];

/** Whether a text is the name of a scope. */
export const isScope = (name: string): name is Scope => (SCOPES as readonly string[]).includes(name);

/**
 * What a token needs to call an operation: one of the scopes; `any`: a token with any scope; `none`: no token may, only
 * a session.
 */
export type OperationScope = readonly Scope[] | 'any' | 'none';

/** Returns the scope of an operation with this permission: the same names, as far as they are scopes. */
export function scopeOf(
  permission: 'public' | 'session' | 'verify' | 'enroll' | 'device' | Permission | readonly Permission[],
): OperationScope {
  if (permission === 'session') return 'any';
  const names = typeof permission === 'string' ? [permission] : permission;
  const scopes = names.filter((name): name is Scope & typeof name => isScope(name));
  return scopes.length > 0 ? scopes : 'none';
}

/** Returns the scopes among permissions, in their order. */
export const scopesAmong = (permissions: readonly Permission[]): Scope[] =>
  PERMISSIONS.filter((name) => permissions.includes(name)).filter(isScope);
