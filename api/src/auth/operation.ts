import type { ShapeLimits } from '../shared/shape.ts';
import type { ExportPermission } from './export.policy.ts';
import type { Permission } from './permissions.ts';
import { scopeOf, type OperationScope } from './scopes.ts';

/**
 * once: a second execution would do it twice, or refuse what was done, so it is carried out once per Idempotency-Key.
 * harmless: a second execution changes nothing more and has the same answer.
 */
export type Repeat = 'once' | 'harmless';

/**
 * Whose data an answer shows, in its audit line. rows: the patients of the rows in the answer; in GraphQL found by the
 * types of the rows (graphql/shown-rows.ts). subject: the patient that the request names. none: data of no patient in
 * particular, such as the SIM of a device.
 */
export type Shows = 'rows' | 'subject' | 'none';

export interface Operation {
  /** What a personal access token or an API key needs to call it (scopes.ts). The helpers below derive it. */
  scope: OperationScope;
  /**
   * public: anyone; session: a signed-in user; verify: a user who owes the second factor; enroll: one who has to set it
   * up, or a signed-in user; device: a device at the gateway; otherwise the permission, or any of several.
   */
  permission: 'public' | 'session' | 'verify' | 'enroll' | 'device' | Permission | readonly Permission[];
  /** The response may contain patient data. */
  phi: boolean;
  /**
   * write: one audit line in the same transaction. read: one audit line soon after the answer (decisions/038). none: no
   * audit line.
   */
  audit: 'write' | 'read' | 'none';
  /**
   * Asks for the password again when the user of a session gave it more than ten minutes ago: it belongs to the act, in
   * whichever API it is (decisions/060). by-act: a REST path of several acts, whose handler names the one that it does
   * (`assertFresh`).
   */
  fresh?: true | 'by-act';
  /** Required with `phi`. */
  shows?: Shows;
  /** The permission for the file of the same rows (csv=true); without it there is none. */
  export?: ExportPermission;
  /** What the file is of: by default of a list. one: of a single patient, device or user (auth/limits.ts). */
  fileOf?: 'one';
  /**
   * Types with a global id that it reads: what it refuses, to a user or to a token, `node` refuses too
   * (graphql/node.service.ts).
   */
  nodes?: readonly string[];
  /** Points of a GraphQL root field before its children (limits.ts). */
  cost: number;
  /** Limits of the body, or of the variables, that the documents set higher than the default (shared/shape.ts). */
  shape?: Partial<ShapeLimits>;
  /** Fields of a mutation's payload that are shown once: a repeat is answered without them, and they are not kept. */
  shownOnce?: readonly string[];
  /** Of an operation that writes (required there): what a repeat of the same request does (request-ids.ts). */
  repeat?: Repeat;
}

/** A GraphQL root field (`Query.patient`) or a REST route (`GET /api/users/my-org`). */
type OperationName =
  `${'Query' | 'Mutation' | 'Subscription'}.${string}` | `${'GET' | 'POST' | 'PATCH' | 'DELETE'} /${string}`;

/** The access file of a feature: each of its operations with the permission that it needs. Which rows and objects: row-level security and `*.policy.ts`. */
export type Access = Record<OperationName, Operation>;

export const READ_PATIENT = ['view.patient', 'viewAny.patient'] as const;
export const READ_DEVICE = ['org.user.device', 'support.user.device', 'viewAny.device'] as const;

/** An operation that reads patient data. */
export const read = (permission: Operation['permission'], shows: Shows): Operation => ({
  permission,
  scope: scopeOf(permission),
  phi: true,
  audit: 'read',
  shows,
  cost: 1,
});

/**
 * An operation that changes patient data, of the patient that its request names. `repeat`: what the same request does
 * when it arrives a second time.
 */
export const write = (permission: Operation['permission'], repeat: Repeat): Operation => ({
  permission,
  scope: scopeOf(permission),
  phi: true,
  audit: 'write',
  shows: 'subject',
  cost: 10,
  repeat,
});

/** An operation of a device at the gateway. It writes no audit line: the report of the device is itself the record. */
export const device: Operation = {
  permission: 'device',
  scope: 'none',
  phi: true,
  audit: 'none',
  shows: 'none',
  cost: 1,
  repeat: 'harmless',
};

/** An operation on the caller's own session, without patient data. No token may call it, unless `scope` says so. */
export const open = (
  permission: 'public' | 'session' | 'verify' | 'enroll',
  scope: OperationScope = 'none',
): Operation => ({
  permission,
  scope,
  phi: false,
  audit: 'none',
  cost: 1,
  repeat: 'harmless',
});
