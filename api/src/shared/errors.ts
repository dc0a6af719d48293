import type { MessageKey, MessageValues } from './messages.ts';

/** One error at one field of the input. `code` is the documented code; the transport translates the message. */
export interface Refusal {
  /** Dotted, like the keys of a REST 422: `codes.0.icode`. Empty: the whole input. */
  field: string;
  code: string;
  message: MessageKey;
  values?: MessageValues;
}

/** A business refusal: `userErrors` in GraphQL, 422 in REST, `setError` in a form. */
export class InvalidInput extends Error {
  override name = 'InvalidInput';
  /**
   * `facts`: fields of the payload that explain the refusal. A feature that has some names and types them in a subclass.
   * `patients`: whose data the facts are.
   */
  constructor(
    readonly refusals: Refusal[],
    readonly facts: object = {},
    readonly patients: readonly number[] = [],
  ) {
    super(refusals.map((refusal) => `${refusal.field}: ${refusal.code}`).join(', '));
  }
}

/** Refusals in one answer. */
const MAX_REFUSALS = 50;

/** Returns the refusals of an answer: at most 50, and then the number of the others. */
export function answeredRefusals(refusals: Refusal[]): Refusal[] {
  const others = refusals.length - MAX_REFUSALS;
  if (others <= 0) return refusals;
  const message = others === 1 ? 'errors.one_more' : 'errors.more';
  return [...refusals.slice(0, MAX_REFUSALS), { field: '', code: message, message, values: { count: others } }];
}

/** No user is signed in. */
export class Unauthenticated extends Error {
  override name = 'Unauthenticated';
}

/** A token, or the secret of a device, that is not valid. */
export class WrongCredentials extends Unauthenticated {
  constructor(readonly of: 'token' | 'device') {
    super();
  }
}

/** The operation asks the user for the password again (decisions/060). */
export class ReauthenticationRequired extends Error {
  override name = 'ReauthenticationRequired';
}

/** The object is visible, but the operation is not allowed. `reason`: the documented text, if there is one. */
export class Forbidden extends Error {
  override name = 'Forbidden';
  constructor(readonly reason: MessageKey = 'forbidden') {
    super(reason);
  }
}

/** A token lacks the scope of an operation. `scopes`: one of them is enough; none of an operation that no token may call. */
export class MissingScope extends Forbidden {
  constructor(readonly scopes: readonly string[]) {
    super('scope');
  }
}

/** Another site's page sent the request. */
export class ForeignSite extends Forbidden {}

/** The object does not exist or is not visible: the same answer, byte for byte. */
export class NotFound extends Error {
  override name = 'NotFound';
}

/** The client went away, or its answer is over. No one reads the reply. One object, because each answer ends with it. */
export class ClientGone extends Error {
  override name = 'ClientGone';
}
export const CLIENT_GONE = new ClientGone('The client is gone.');

/** Missing or wrong CSRF token, or a request of another site's page. */
export class CsrfMismatch extends Error {
  override name = 'CsrfMismatch';
  constructor(readonly of: 'csrf' | 'origin' = 'csrf') {
    super();
  }
}

/** What a user has done as often as a limit allows: its text, and its number. */
interface ReachedLimit {
  text: MessageKey;
  max: number;
}

/** Too many attempts; `retryAfter` in seconds. `limit`: the one that the user is shown; none of works that wait. */
export class TooMany extends Error {
  override name = 'TooMany';
  constructor(
    readonly retryAfter: number,
    readonly limit?: ReachedLimit,
  ) {
    super('too many');
  }
}

/** The node, or a system that it asks, cannot do this now; `retryAfter` in seconds. `reason`: what the user reads. */
export class Overloaded extends Error {
  override name = 'Overloaded';
  constructor(
    readonly retryAfter: number,
    readonly reason: MessageKey = 'unavailable',
  ) {
    super('overloaded');
  }
}

/** The operation takes more of the server than one request may: it is refused, and repeating it does not help. */
export class TooExpensive extends Error {
  override name = 'TooExpensive';
}

/** Reads of patient data wait for the audit log, which does not take them: no more is read until it does. */
export class AuditFull extends Error {
  override name = 'AuditFull';
}

/** A request that cannot be read at all (malformed JSON, wrong content type, too large). */
export class BadRequest extends Error {
  override name = 'BadRequest';
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** A header that is not as the documents say. `text` names it. */
export class BadHeader extends BadRequest {
  constructor(readonly text: MessageKey) {
    super(400, text);
  }
}

/** Throws Forbidden unless the rule holds. */
export function authorize(allowed: boolean): void {
  if (!allowed) throw new Forbidden();
}

/** Refuses the input when there is at least one refusal. */
export function refuse(refusals: Refusal[]): void {
  if (refusals.length > 0) throw new InvalidInput(refusals);
}

/**
 * Returns what `work` returns. A refusal is thrown with its fields renamed, for a transport with other field names.
 * `factsOf`: the facts as this transport writes them.
 */
export async function renameRefusals<T>(
  work: () => Promise<T>,
  rename: (refusal: Refusal) => Refusal | Refusal[],
  factsOf: (refused: InvalidInput) => object = ({ facts }) => facts,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    throw new InvalidInput(error.refusals.flatMap(rename), factsOf(error), error.patients);
  }
}
