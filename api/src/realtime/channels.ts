import { Patient } from '../patients/patient.entity.ts';
import type { Context } from '../shared/context.ts';
import { NotFound } from '../shared/errors.ts';
import type { Topics } from './topics.ts';

/** What can be listened to. */
interface Channel {
  kind: 'patient';
  id: number;
}

/** Whether the viewer may hear of a channel: the patient is one they may see. Asked when joining and again for each event. */
async function canJoin({ em }: Context, { id }: Channel): Promise<boolean> {
  return (await em.count(Patient, { id })) > 0;
}

/** Changes of a patient's devices from now on; NotFound for a patient that the viewer may not see. */
export async function deviceHistoryEvents(ctx: Context, patientId: number): Promise<AsyncIterable<Topics['device-history.changed']>> {
  if (!(await ctx.run('read', () => canJoin(ctx, { kind: 'patient', id: patientId })))) throw new NotFound();
  return ctx.app.pubsub.subscribe('device-history.changed', (event) => event.patientId === patientId);
}
