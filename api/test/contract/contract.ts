import type { Permission } from '../../src/auth/permissions.ts';
import type { Call, Address as ForeignAddress } from './foreign-ids.fixture.ts';
import type { Rights } from './grants.fixture.ts';
import type { PrincipalName, World } from './isolation.fixture.ts';
import type { Address, Things } from './permissions.fixture.ts';
import type { Case } from './versions.fixture.ts';

/** Why a writing path or a mutation takes no version: no user can undo with it what another one wrote. */
export type Reason =
  | 'account' // of the caller's own sign-in: no other user changes it
  | 'adds' // a new row, or a user's own act as a new row
  | 'computes' // from what is stored; the user gives no value
  | 'ends' // a row, a right or a secret, which no change of a colleague brings back
  | 'one value' // is set by an act of its own that names it: nothing else of the row is written
  | 'own' // the viewer's own marks and preferences
  | 'program' // a device or a mail server reports what happened
  | 'read values' // each row names the value that was read, and is refused at it
  | 'reads' // nothing is changed
  | 'secret' // a new secret in the place of the old one, which no one has written
  | 'state'; // an act that is refused unless the row is in the state that it ends

/**
 * What the contract tests expect of one feature: the file `<feature>.contract.ts` in its folder, which contracts.ts finds.
 * Typed from the documents (document 000, sections 6 and 7; DESIGN sections 3 and 7; reference/security.md) and never
 * copied by code from what it judges: a contract imports types and what api/test has. An operation, a table or a list
 * without a row is refused, and so is a row of what does not exist.
 */
export interface Contract {
  /**
   * Every operation of both APIs: the permission it takes, and the line it leaves in the audit log (Z-1, L-1). matrix.test.ts
   * compares it with the matrix, permissions.test.ts and guards.test.ts call each operation with and without the permission.
   *
   *   public   anyone             session  any signed-in user        device  a device at the gateway
   *   verify   a user who owes the second factor            enroll   one who has to set it up, or any signed-in user
   *   a | b    a user who holds one of the permissions
   *
   *   write    one line in the transaction of each call              read    one line after the answer
   *   none     no line: no data of patients, or the row itself is the record
   *
   *   rows     the line names the patients of the rows in the answer subject  it names the patient that the request names
   *   none     the answer shows no patient: counts, or a device without its patient
   */
  operations?: Record<
    string,
    readonly [permission: string, audit: 'write' | 'read' | 'none', shows?: 'rows' | 'subject' | 'none']
  >;
  /** Variables for which a holder of the permission succeeds. */
  variables?: Record<string, (things: Things) => Record<string, unknown>>;
  /** Path parameters, body and query for which a holder of the permission succeeds. */
  addresses?: Record<string, (things: Things) => Address>;
  /** Per operation and position of an id: variables that contain the id of someone else's object. */
  foreignVariables?: Record<string, Call>;
  /** The same for REST: address and body. */
  foreignAddresses?: Record<string, (...ids: Parameters<Call>) => ForeignAddress>;
  /** By root field: the part of an answer that distinguishes an existing object from a missing one. */
  selections?: Record<string, string>;
  /** Positions of ids of what belongs to no organization and what support staff alone may name. */
  ofNoOrganization?: string[];
  /** Operations that audit.test.ts does not call: those without a user, those of devices, and those whose own tests look at their line. */
  auditedElsewhere?: string[];
  /** Operations that create, change or delete, and are carried out once per request id. */
  once?: string[];
  /** Writing paths that change a row which their client has read, with a row that two users change. */
  versioned?: Record<string, Case>;
  /** Every other writing path, with the reason why no client can undo a colleague's change with it. */
  unversioned?: Record<string, Reason>;
  /** Paths with a file: what it takes to see the list, and to save it, and whether the line names a patient. */
  files?: [operation: string, seen: Permission, saved: Permission, patient: boolean][];
  /** The columns of each file that are times, by their English titles; every other column of every file is none. */
  times?: Record<string, string[]>;
  /**
   * Table, role (without airlog_), rights. A table or a role that is not named has none. airlog_limited has the rights of
   * airlog_org, and airlog_acting those of airlog_support: their rows are fewer. Typed from DESIGN section 3 (rule 4),
   * reference/security.md (section 5, roles; L-3) and what each operation writes; grants.test.ts compares it with the catalog
   * in both directions.
   */
  rights?: Record<string, Record<string, Rights>>;
  /**
   * Tables of which the staff of an organization alone sees its rows: one row of a user of it, the `nth`, and the type of its
   * node. foreign-ids.test.ts, row-security.test.ts and non-interference.test.ts make them. `whole`: users of locations and
   * groups see none.
   */
  own?: Record<string, { row: (orgId: number, userId: number, nth: number) => Row; node?: string; whole?: true }>;
  /** By table: a change that does no harm, of those that some role may change, for row-security.test.ts. */
  change?: Record<string, string>;
  /** By table: statements that a principal without any permission is refused, whatever rows they find, for row-security.test.ts. */
  refusedStatements?: Record<string, readonly ('update' | 'delete')[]>;
  /** Rows that a principal must be able to add (true), and rows that it must not (false), for row-security.test.ts. */
  newRows?: (world: World) => [table: string, as: PrincipalName, row: Row, isAllowed: boolean][];
  /** Its lists, by the names of lists.ts. */
  lists?: Record<string, ListRow>;
  /** Fields of the viewer that a permission alone gives, on this portal. */
  viewerFields?: [field: string, host: 'org' | 'support', Permission][];
}

export type Row = Record<string, unknown>;

export interface ListRow {
  /** The root field that has the rows, for plain-rows.test.ts. */
  field?: string;
  /** The path of its table, which an administrator reads in non-interference.test.ts. */
  table?: string;
  /** Why files-equal.test.ts reads no file of it. */
  notCopied?: string;
}
