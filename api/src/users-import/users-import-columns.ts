import type { UserType } from '../users/form/user-form.rules.ts';

/** The columns of a file of users, by the field of the form that each fills. */
export const USER_COLUMNS = {
  first_name: 'firstName',
  last_name: 'lastName',
  email: 'email',
  phone: 'phone',
  country: 'country',
  user_type: 'userType',
  role: 'role',
  locations: 'locations',
  groups: 'groups',
} as const;

export type Column = keyof typeof USER_COLUMNS;

/** The columns without which no row can be a user. */
export const REQUIRED: readonly Column[] = ['first_name', 'last_name', 'email', 'user_type', 'role'];

/** Other headers of a column, in English and Spanish, folded as `fold` does. */
const ALIASES: Record<Column, string> = {
  first_name: 'first_name firstname first given_name nombre nombres primer_nombre',
  last_name: 'last_name lastname last surname family_name apellido apellidos',
  email: 'email e_mail mail email_address e_mail_address correo correo_electronico',
  phone: 'phone phone_number telephone mobile cell telefono numero_de_telefono movil celular',
  country: 'country country_code pais codigo_de_pais',
  user_type: 'user_type usertype type tipo tipo_de_usuario',
  role: 'role role_name rol funcion',
  locations: 'locations location ubicacion ubicaciones sede sedes',
  groups: 'groups group grupo grupos',
};

const COLUMN_OF = new Map(
  Object.entries(ALIASES).flatMap(([column, names]) => names.split(' ').map((name) => [name, column as Column])),
);

const TYPES: Record<UserType, string> = {
  Organization: 'organization organizacion',
  Location: 'location ubicacion sede',
  Group: 'group grupo',
};
const TYPE_OF = new Map(
  Object.entries(TYPES).flatMap(([type, names]) => names.split(' ').map((name) => [name, type as UserType])),
);

/** Returns a header without accents, case and punctuation: "First Name" is first_name. */
export const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');

/** Returns the column of a header; undefined for one that a file of users does not have. */
export const columnOfHeader = (header: string): Column | undefined => COLUMN_OF.get(fold(header));

/** Returns the user type of a cell in either language; what was entered when it is none. */
export const userTypeOf = (text: string): string => TYPE_OF.get(fold(text)) ?? text.trim();

/** Names or ids of locations or groups in one cell, which a semicolon or a vertical bar separates. */
export const namesIn = (text: string): string[] =>
  text
    .split(/[;|]/)
    .map((name) => name.trim())
    .filter(Boolean);
