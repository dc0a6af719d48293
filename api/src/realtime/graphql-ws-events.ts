import { createSourceEventStream, execute, type ExecutionArgs, type ExecutionResult } from 'graphql';
import { recordReads } from '../auth/reading.ts';
import type { Context } from '../shared/context.ts';

type Events = AsyncIterableIterator<ExecutionResult>;

/**
 * Subscribes, and resolves each event in the turn of its user: a change that wakes many subscriptions must not stop the
 * requests of others. Each event opened its own transaction (root-fields.ts), which ends with the event.
 */
export async function subscribeInTurn(args: ExecutionArgs): Promise<Events | ExecutionResult> {
  const ctx = args.contextValue as Context;
  const source = await createSourceEventStream(args);
  if (!(Symbol.asyncIterator in source)) return source;
  const { userId } = ctx.viewer;
  const events = source[Symbol.asyncIterator]();
  let ended = false;
  const resolved = async (event: unknown): Promise<ExecutionResult | null> => {
    if (ended) return null;
    try {
      return await execute({ ...args, rootValue: event });
    } finally {
      await ctx.close();
      recordReads(ctx);
    }
  };
  const inTurn: Events = {
    async next() {
      const { value, done } = await events.next();
      const result = done ? null : await ctx.app.admission.runEvent(userId, () => resolved(value));
      return result ? { value: result, done: false } : { value: undefined, done: true };
    },
    async return() {
      ended = true;
      await events.return?.();
      return { value: undefined, done: true };
    },
    [Symbol.asyncIterator]: () => inTurn,
  };
  return inTurn;
}
