import { connection, newestFirst, type ConnectionShape, type ListArgs } from '../shared/connection.ts';
import type { Context } from '../shared/context.ts';
import { authorize } from '../shared/errors.ts';
import type { SecurityEvent } from './security-event.entity.ts';
import { securityEventsList } from './security-events.list.ts';
import { canReadSecurityEvents } from './security-events.policy.ts';

/** Throws Forbidden for a viewer who may not read security events. */
export const assertReadsSecurityEvents = ({ viewer }: Context): void => authorize(canReadSecurityEvents(viewer));

/** Returns a page of what was refused, the last first. */
export async function listSecurityEvents(ctx: Context, args: ListArgs): Promise<ConnectionShape<SecurityEvent>> {
  assertReadsSecurityEvents(ctx);
  return connection(ctx, securityEventsList, newestFirst(args));
}
