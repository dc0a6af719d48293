import type { Context } from '../shared/context.ts';
import { NotFound } from '../shared/errors.ts';
import type { Topic, Topics } from './topics.ts';

/**
 * Events of a feature that are pushed live, declared in its `*.channel.ts`. `Data` has ids only: each receiver reads the
 * rows with its own rights, and every login of the database hears the events of all organizations, because PostgreSQL cannot
 * revoke LISTEN.
 */
export interface Channel<Name extends string, Data extends object> {
  topic: Name;
  /** The id by which receivers choose the events. */
  key: keyof Data & string;
  /**
   * The event after a gap, in which changes of the key may have been missed: its other ids name nothing, so a receiver
   * reads everything again. Null for a message, which is its own event.
   */
  afterGap: ((key: number) => Data) | null;
  /** Whether the viewer may receive the events of a key. */
  canJoin: (ctx: Context, key: number) => Promise<boolean>;
}

/** Subscribes to the events of a key; throws NotFound when the viewer may not receive them. */
export async function join<T extends Topic>(
  ctx: Context,
  { topic, canJoin }: { topic: T; canJoin: Channel<T, Topics[T]>['canJoin'] },
  key: number,
): Promise<AsyncIterableIterator<Topics[T]>> {
  if (!(await ctx.run('read', () => canJoin(ctx, key)))) throw new NotFound();
  return ctx.app.pubsub.subscribe(topic, key);
}

/** Whether the viewer is the user of a key; false without a realtime key, because then there are no such subscriptions. */
export const isOwnKey = ({ app, viewer }: Context, userId: number): Promise<boolean> =>
  Promise.resolve(app.config.realtime !== null && userId === viewer.userId);
