import { createHmac } from 'node:crypto';
import { write } from '../db/write.ts';
import type { Context } from '../shared/context.ts';
import { BadHeader, InvalidInput } from '../shared/errors.ts';
import { matrix } from './matrix.ts';

/** A UUID of version 4 or 7, as a string of a structured field (quoted) or bare. */
const REQUEST_ID = /^("?)([0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})\1$/i;

/** What an operation does when it is carried out, and when a repeat of the same request is answered. */
interface Once<T> {
  /** Carries the operation out. */
  run: () => Promise<T>;
  /** Returns what a repeat is answered from: ids, and values that are not patient data. */
  kept: (result: T) => unknown;
  /** Answers a repeat from it, with the caller's rights of now. */
  again: (kept: unknown) => Promise<T>;
}

/** Returns the client's request id, or null without one. Throws BadHeader for anything but a UUID of version 4 or 7. */
function requestIdOf({ request: { idempotencyKey = null } }: Context): string | null {
  if (idempotencyKey === null) return null;
  const id = REQUEST_ID.exec(idempotencyKey)?.[2];
  if (!id) throw new BadHeader('request_id.malformed');
  return id.toLowerCase();
}

/**
 * Carries an operation out once per request id of the caller, in the open transaction: the id is stored with what was
 * written, or not at all. A repeat, also a parallel one, is answered from the first; the id with another operation or
 * input is refused. Without a request id, or where a repeat is harmless (operation.ts), it just runs.
 */
export async function once<T>(
  ctx: Context,
  operation: string,
  input: unknown,
  { run, kept, again }: Once<T>,
): Promise<T> {
  const id = matrix[operation]!.repeat === 'once' ? requestIdOf(ctx) : null;
  if (id === null) return run();
  const { orgId, userId } = ctx.viewer;
  // Keyed, because the input may contain a PIN, which could be guessed from a plain hash.
  const [fingerprint, ...older] = ctx.app.config.encryptionKeys.map((key) =>
    createHmac('sha256', key)
      .update(JSON.stringify([operation, input]))
      .digest('hex'),
  );
  const first = await write(ctx.em)
    .insertInto('request_ids')
    .values({ org_id: orgId, user_id: userId, id, fingerprint: Buffer.from(fingerprint!, 'hex') })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (first.numInsertedOrUpdatedRows === 0n) {
    const [known] = await ctx.em.execute<{ fingerprint: string; answer: unknown }[]>(
      `select encode(fingerprint, 'hex') as fingerprint, answer from request_ids where user_id = ? and id = ?`,
      [userId, id],
    );
    if (!known || ![fingerprint, ...older].includes(known.fingerprint))
      throw new InvalidInput([{ field: '', code: 'request_id.reused', message: 'request_id.reused' }]);
    return again(known.answer);
  }
  const result = await run();
  await write(ctx.em)
    .updateTable('request_ids')
    .set({ answer: JSON.stringify(kept(result) ?? null) })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute();
  return result;
}
