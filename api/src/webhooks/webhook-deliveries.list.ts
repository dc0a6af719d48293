import { hasWord } from '../shared/list-text.ts';
import { listColumns, type ListDefinition, type ListSource } from '../shared/list.ts';
import { webhookDeliveryFilters } from './webhook-deliveries.list.rules.ts';
import { DELIVERY_STATES, WebhookDelivery } from './webhook-delivery.entity.ts';

/** The deliveries of an endpoint, searchable by the event. */
export const webhookDeliveriesList: ListDefinition<WebhookDelivery> = {
  entity: WebhookDelivery,
  columns: listColumns(webhookDeliveryFilters, {
    state: { property: 'state', choices: DELIVERY_STATES },
    created: { property: 'createdAt', sortBy: 'createdAt', meaning: 'Time at which the delivery was added.' },
  }),
  search: (word) => hasWord(['event'], word),
  defaultOrder: 'created',
  maxPage: 100,
};

export const deliveriesOf = (endpoint: { id: number; orgId: number }): ListSource<WebhookDelivery> => ({
  list: webhookDeliveriesList,
  within: { orgId: endpoint.orgId, endpointId: endpoint.id },
});
