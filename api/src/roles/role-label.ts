import type { ViewerFacts } from '../auth/viewer.ts';
import { translate, type Locale } from '../shared/messages.ts';
import { plainText } from '../shared/text.rules.ts';
import { ROLE_NAMES } from '../users/users.list.rules.ts';

const isOwn = (name: string): name is (typeof ROLE_NAMES)[number] => (ROLE_NAMES as readonly string[]).includes(name);

/** Returns the label of a role in a language. A role that an operator added to the database keeps the one it has there. */
export const roleLabel = (locale: Locale, { name, label }: { name: string; label: string }): string =>
  isOwn(name) ? translate(locale, `role.${name}`) : label;

/** Returns the roles of a user with their labels in the user's language. */
export const labeledRoles = ({ locale, roles, roleLabels }: Pick<ViewerFacts, 'locale' | 'roles' | 'roleLabels'>) =>
  roles.map((name, index) => ({ name, label: roleLabel(locale, { name, label: roleLabels[index]! }) }));

/** Returns the names of the roles whose label in a language contains a word, without case and accents. */
export const rolesLabeled = (locale: Locale, word: string): string[] =>
  ROLE_NAMES.filter((name) => plainText(translate(locale, `role.${name}`)).includes(plainText(word)));

/** A cell of a file from which `fileRoleLabel` reads a role `l`: its name, a blank, which no name has, and its label. */
export const ROLE_CELL = "l.name || ' ' || l.label";

/** Returns the label of the role of a cell. */
export function fileRoleLabel(locale: Locale, cell: string): string {
  const end = cell.indexOf(' ');
  return roleLabel(locale, { name: cell.slice(0, end), label: cell.slice(end + 1) });
}
