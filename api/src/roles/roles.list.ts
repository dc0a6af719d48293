import { hasWord } from '../shared/list-text.ts';
import { listColumns, type ListDefinition } from '../shared/list.ts';
import type { ValuesOf } from '../shared/list-values.ts';
import { Role } from './role.entity.ts';
import { roleLabel, rolesLabeled } from './role-label.ts';
import { ROLE_HOSTS, roleFilters } from './roles.list.rules.ts';

/** Reads the labels of the roles as the list shows them: in the viewer's language. */
const labelsIn: ValuesOf = async ({ em, locale }) =>
  (await em.find(Role, {})).map((role) => ({ value: String(role.id), text: roleLabel(locale, role) }));

/** The list of roles: searchable, filterable and sortable columns. */
export const rolesList: ListDefinition<Role> = {
  entity: Role,
  columns: listColumns(roleFilters, {
    id: { property: 'id', sortBy: 'id' },
    name: { property: 'name', sortBy: 'name' },
    label: { property: 'label', meaning: "Label in the viewer's language.", values: { column: 'id', read: labelsIn } },
    host: { property: 'host', meaning: 'The portal of the role.', choices: ROLE_HOSTS },
  }),
  search: (word, { locale }) => ({
    $or: [hasWord(['name', 'label'], word), { name: { $in: rolesLabeled(locale, word) } }],
  }),
  defaultOrder: 'name',
  maxPage: 500,
};
