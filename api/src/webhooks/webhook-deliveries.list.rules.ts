/** Columns by which the deliveries of an endpoint can be filtered. */
export const webhookDeliveryFilters = { state: 'choice', created: 'date' } as const;
