import { codedCell, plainCell, textCell, timeCell } from '../rest/column-sql.ts';
import { datatable, type DatatableColumn } from '../rest/datatable.ts';
import type { Route } from '../rest/route.ts';
import type { Context } from '../shared/context.ts';
import { translate, type MessageKey } from '../shared/messages.ts';
import type { SecurityEventKind } from '../shared/security-log.rules.ts';
import type { SecurityEvent } from './security-event.entity.ts';
import { securityEventsList } from './security-events.list.ts';
import { assertReadsSecurityEvents } from './security-events.service.ts';

const PATH = '/api/security-events/datatable';

const columns = (ctx: Context): DatatableColumn<SecurityEvent>[] => {
  const nameOf = (kind: string) => translate(ctx.locale, `security_events.${kind as SecurityEventKind}` as MessageKey);
  return [
    { key: 'id', value: ({ id }) => Number(id), title: 'security_events.csv.id', sql: plainCell('r.id') },
    {
      key: 'last_at',
      value: ({ lastAt }) => lastAt,
      title: 'security_events.csv.last_at',
      sql: timeCell('r.last_at'),
    },
    {
      key: 'first_at',
      value: ({ firstAt }) => firstAt,
      title: 'security_events.csv.first_at',
      sql: timeCell('r.first_at'),
    },
    {
      key: 'kind',
      value: ({ kind }) => kind,
      shown: nameOf,
      title: 'security_events.csv.kind',
      sql: codedCell('r.kind'),
    },
    {
      key: 'account',
      value: ({ account }) => account,
      title: 'security_events.csv.account',
      sql: textCell('r.account'),
    },
    {
      key: 'address',
      value: ({ address }) => address,
      title: 'security_events.csv.address',
      sql: textCell('r.address'),
    },
    { key: 'count', value: ({ count }) => count, title: 'security_events.csv.count', sql: plainCell('r.count') },
    { key: 'user_id', value: ({ userId }) => userId, title: 'logs.csv.user_id', sql: plainCell('r.user_id') },
    { key: 'org_id', value: ({ orgId }) => orgId, title: 'logs.csv.org_id', sql: plainCell('r.org_id') },
    {
      key: 'request_id',
      value: ({ requestId }) => requestId,
      title: 'security_events.csv.request_id',
      sql: textCell('r.request_id'),
    },
  ];
};

/** The list of what was refused, with its file. */
export const securityEventsRoutes: Route[] = [
  {
    method: 'GET',
    path: PATH,
    handler: (ctx, request) => {
      assertReadsSecurityEvents(ctx);
      const query = { ...(request.query.orderBy === undefined && { orderDir: 'desc' }), ...request.query };
      return datatable(ctx, { ...request, query }, PATH, securityEventsList, columns(ctx));
    },
  },
];
