import { read, write, type Access, type Operation } from '../auth/operation.ts';

const reading: Operation = { ...read('update.org.settings', 'none'), phi: false, audit: 'none' };
const changing = (repeat: Operation['repeat']): Operation => ({
  ...write('update.org.settings', repeat!),
  phi: false,
});

/** The operations of this folder and the permission that each needs. Messages have ids, and no data of a patient. */
export const webhooksAccess: Access = {
  'Mutation.createWebhookEndpoint': { ...changing('once'), fresh: true, shownOnce: ['secret'] },
  'Mutation.deleteWebhookEndpoint': changing('once'),
  'Mutation.pauseWebhookEndpoint': changing('harmless'),
  'Mutation.resumeWebhookEndpoint': changing('harmless'),
  'Mutation.rotateWebhookSecret': { ...changing('once'), fresh: true, shownOnce: ['secret'] },
  'Mutation.sendWebhookDeliveryAgain': changing('once'),
  'Mutation.sendWebhookTest': changing('once'),
  'Mutation.updateWebhookEndpoint': changing('once'),
  'Query.webhookDeliveries': { ...reading, nodes: ['WebhookDelivery'] },
  'Query.webhookEndpoints': { ...reading, nodes: ['WebhookEndpoint'] },
};
