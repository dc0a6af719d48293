import type { Job } from '../queue/job.ts';
import { deliverMail } from './mail-delivery.ts';

/** The intervals grow to 10 minutes, so that these retries last longer than a day (mail-delivery.ts gives up then). */
const RETRIES = 160;

/** Sends one mail of the outbox. */
export const sendMailJob: Job<'send-mail'> = {
  name: 'send-mail',
  retries: RETRIES,
  timeoutSeconds: 300,
  run: (ctx, { mailId }) => deliverMail(ctx, mailId),
};
