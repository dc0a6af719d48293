import type { Principal } from '../db/principal.ts';
import type { Locale } from '../shared/messages.ts';
import type { Permission } from './permissions.ts';
import type { Scope } from './scopes.ts';

/** The kind of principal that acts for a user. */
export type Actor = 'session' | 'token' | 'api-key';

/** verify: the second factor is due; enroll: the user has to set one up. Neither counts as a session elsewhere. */
export type SessionStage = 'verify' | 'enroll' | 'full';

export interface ViewerFacts {
  userId: number;
  orgId: number;
  /** The portal that a user signs in to; the {host} of permission names. */
  host: 'org' | 'support';
  isClinical: boolean;
  firstName: string;
  lastName: string;
  email: string;
  locale: Locale;
  timezone: string;
  roles: string[];
  roleLabels: string[];
  /** Of the roles; of a token those among its scopes. */
  permissions: Permission[];
  /** The token of the request; none for a session. */
  token?: { actor: Exclude<Actor, 'session'>; id: number; scopes: Scope[] };
  /** Null: the whole organization. A list: users of type Location or Group see only these locations. */
  locationIds: number[] | null;
  /** The organization in which the session of support staff acts; none for all of them (decisions/062). */
  actingOrgId?: number | null;
  /** Who may save lists as files (`export_to_csv_access`). 0: no one; 1: all who see the list; 2: administrators. */
  exportAccess: 0 | 1 | 2;
  /** A service account, which is no person (decisions/191). */
  isService?: boolean;
}

/** The age of a session, in seconds of the database's clock. */
export interface SessionTimes {
  /** Since the last request that the user triggered. */
  secondsIdle: number;
  /** Until an idle session ends; the user's next request begins this time again. */
  secondsToIdleEnd: number;
  /** Until the session ends whatever the user does. */
  secondsToEnd: number;
  /** Since the user gave the password (or a code of the second factor). */
  secondsSincePassword: number;
}

/** The signed-in staff member, loaded again for each request, so that a changed role takes effect at once. */
export class Viewer {
  readonly #permissions: ReadonlySet<string>;

  constructor(readonly facts: ViewerFacts) {
    this.#permissions = new Set(facts.permissions);
  }

  get userId(): number {
    return this.facts.userId;
  }

  get orgId(): number {
    return this.facts.orgId;
  }

  /** The organization in which support staff acts; null for all of them, and for other users. */
  get actingOrgId(): number | null {
    return (this.isSupport && this.facts.actingOrgId) || null;
  }

  /** The organization whose settings and users the viewer administers: the own one, unless support staff acts in another. */
  get workOrgId(): number {
    return this.actingOrgId ?? this.orgId;
  }

  get actor(): Actor {
    return this.facts.token?.actor ?? 'session';
  }

  get isSupport(): boolean {
    return this.facts.host === 'support';
  }

  /** Returns last name, first name, as shown for submitted work. */
  get displayName(): string {
    return `${this.facts.lastName}, ${this.facts.firstName}`;
  }

  can(permission: Permission): boolean {
    return this.#permissions.has(permission);
  }

  /** Returns `{host}.user.device` with the viewer's own host. */
  canSeeUserDevices(): boolean {
    return this.#permissions.has(`${this.facts.host}.user.device`);
  }

  /** Whether the viewer has exactly one role, and it is one of these. */
  hasOnlyRole(...roles: string[]): boolean {
    return this.facts.roles.length === 1 && roles.includes(this.facts.roles[0]!);
  }

  get principal(): Principal {
    const { userId, orgId, locationIds } = this.facts;
    const staff = this.isSupport
      ? ({ kind: 'support', userId, orgId, actingOrgId: this.actingOrgId } as const)
      : ({ kind: 'org', userId, orgId, locationIds } as const);
    return this.actor === 'session' ? staff : { kind: 'token', actor: this.actor, staff };
  }
}
