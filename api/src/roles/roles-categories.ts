/** Categories of permissions: those of document 001, section 6, and those of the permissions that it names elsewhere. */
export type PermissionCategory =
  | 'accessory'
  | 'activity'
  | 'announcements'
  | 'api.token'
  | 'device'
  | 'location'
  | 'machine'
  | 'message'
  | 'org'
  | 'patient'
  | 'role'
  | 'staff'
  | 'user';

/** The word of a permission's name that states its category. */
const CATEGORY_OF_WORD = new Map<string, PermissionCategory>([
  ['accessory', 'accessory'],
  ['activity', 'activity'],
  ['announcement', 'announcements'],
  ['announcements', 'announcements'],
  ['device', 'device'],
  ['location', 'location'],
  ['locations', 'location'],
  ['machine', 'machine'],
  ['message', 'message'],
  ['org', 'org'],
  ['patient', 'patient'],
  ['role', 'role'],
  ['staff', 'staff'],
  ['user', 'user'],
]);

const HOSTS = ['org', 'support'];

/**
 * Returns the category of a permission by its name; null for none. The names have three forms: a verb and its object
 * (`update.device.pin`), a host and what its users have (`org.user.device`: the last word), and tokens of the API
 * (`legacy.api.token.generate`).
 */
export function categoryOf(permission: string): PermissionCategory | null {
  if (/(^|\.)api\.token(\.|$)/.test(permission)) return 'api.token';
  const words = permission.split('.');
  if (words.length < 2) return null;
  if (words.at(-1) === 'message') return 'message';
  const word = HOSTS.includes(words[0]!) ? words.at(-1)! : words[1]!;
  return CATEGORY_OF_WORD.get(word) ?? null;
}
