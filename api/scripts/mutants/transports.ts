import type { Faults } from './fault.ts';

const CONTRACT = 'api/test/contract';

/** REST, GraphQL, sockets: what is the same for every feature. */
export const transportFaults: Faults[] = [
  {
    area: 'audit',
    file: 'api/src/rest/router.ts',
    tests: [`${CONTRACT}/audit.test.ts`],
    faults: [
      ['if (reading) answered(ctx, reading, reply, rest.params);', ''],
      ['  reading.properties = params;\n', ''],
      ['await recordDone(ctx, reading, params);', ''],
      ['if (ctx) recordReads(ctx);', ''],
    ],
  },
  {
    area: 'audit',
    file: 'api/src/graphql/root-fields.ts',
    tests: [`${CONTRACT}/audit.test.ts`],
    faults: [
      ['await recordDone(ctx, reading, subjectsOf({ ...done }));', ''],
      ['if (reading) answered(ctx, reading, { answer });', ''],
      ["shows === 'subject') addShown(ctx, reading);", "shows === 'rows') addShown(ctx, reading);"],
    ],
  },
  {
    area: 'audit',
    file: 'api/src/graphql/root-fields.ts',
    tests: [`${CONTRACT}/sockets.test.ts`],
    faults: [
      ['if (reading) answered(ctx, reading, answer);', ''],
      ['ctx.signedIn = await currentViewer(ctx);', ''],
    ],
  },
  {
    area: 'audit',
    file: 'api/src/graphql/root-fields.ts',
    tests: [`${CONTRACT}/guards.test.ts`],
    faults: [['if (error instanceof Forbidden && ctx.signedIn) await recordDenial(ctx, operation);', '']],
  },
  {
    area: 'audit',
    file: 'api/src/rest/router.ts',
    tests: [`${CONTRACT}/guards.test.ts`],
    faults: [
      ['if (error instanceof Forbidden && ctx?.signedIn) await recordDenial(ctx, operationOf(route));', ''],
      ['authorizeOperation(ctx, operationOf(route), { acts: !precognitive });', ''],
    ],
  },
  {
    area: 'audit',
    file: 'api/src/realtime/broadcasting.service.ts',
    tests: ['api/src/realtime/broadcasting.test.ts'],
    faults: [
      [
        'return { auth: signUser(realtime, socketId, userData), user_data: userData };\n  }\n  await recordDenial(ctx, operation);',
        'return { auth: signUser(realtime, socketId, userData), user_data: userData };\n  }',
      ],
      [
        'if (allowed) return { auth: signChannel(realtime, socketId, channel) };\n  await recordDenial(ctx, operation);',
        'if (allowed) return { auth: signChannel(realtime, socketId, channel) };',
      ],
      ['where o.user_id = excluded.user_id returning 1', 'returning 1'],
      ['const MAX_SOCKETS = 50', 'const MAX_SOCKETS = 51'],
      ["const LEFT_AFTER = '2 days'", "const LEFT_AFTER = '4 days'"],
    ],
  },
  {
    area: 'CSV',
    file: 'api/src/rest/csv.ts',
    tests: ['api/src/rest/csv.test.ts'],
    faults: [
      ['/^\\s*[=', '/^[='],
      ['[=+\\-@', '[=+@'],
      ['＝＋－＠', ''],
      [', quoted_match: /[\\r\\n]/ }', ' }'],
      ["record_delimiter: 'windows'", "record_delimiter: 'unix'"],
    ],
  },
  {
    area: 'lists',
    file: 'api/src/shared/list.conditions.ts',
    tests: ['api/src/patients/patients.list.test.ts'],
    faults: [
      ["less_than: '$lt'", "less_than: '$lte'"],
      ["greater_than: '$gt'", "greater_than: '$gte'"],
      ['return { $or: [on(null), on({ $ne: operand })] };', 'return on({ $ne: operand });'],
      ['start_with: (like) => `${like}%`', 'start_with: (like) => `%${like}%`'],
      ['if (!(CONDITIONS[type] as readonly string[]).includes(condition))', 'if (condition === "")'],
    ],
  },
  {
    area: 'lists',
    file: 'api/src/shared/list.text.ts',
    tests: ['api/src/patients/patients.list.test.ts'],
    faults: [["text.replace(/[\\\\%_]/g, '\\\\$&')", 'text']],
  },
  {
    area: 'lists',
    file: 'api/src/shared/list.ts',
    tests: ['api/src/patients/patients.list.test.ts'],
    faults: [["? ' NULLS FIRST' : ' NULLS LAST'", "? ' NULLS LAST' : ' NULLS FIRST'"]],
  },
  {
    area: 'dates',
    file: 'api/src/shared/cached.ts',
    tests: ['api/src/shared/cached.test.ts'],
    faults: [
      ['results.size >= limit', 'results.size > limit'],
      ['results.set(argument, result)', 'void argument'],
    ],
  },
  {
    area: 'lists',
    file: 'api/src/shared/connection.ts',
    tests: ['api/src/patients/patients.list.test.ts', `${CONTRACT}/graphql.test.ts`],
    faults: [
      ['size < 1 || size > max', 'size > max'],
      ['hasNextPage: rows.length > size', 'hasNextPage: rows.length >= size'],
      ['Number(forward) + Number(backward) + Number(page != null) > 1', 'Number(forward) + Number(backward) > 1'],
    ],
  },
  {
    area: 'precognition',
    file: 'api/src/rest/precognition.ts',
    tests: [`${CONTRACT}/precognition.test.ts`],
    faults: [
      ["headers.precognition === 'true'", 'Boolean(headers.precognition)'],
      ['.some(({ asked }) => asked)', '.length > 0'],
      [", next.get('*')]", ']'],
      ['if (only?.length === 0) return;', ''],
      ['const asked = error.refusals.filter(({ field }) => isAsked(field));', 'const asked = error.refusals;'],
    ],
  },
  {
    area: 'errors',
    file: 'api/src/rest/errors.ts',
    tests: ['api/src/rest/errors.test.ts'],
    faults: [
      ["others === 1 ? 'errors.one_more' : 'errors.more'", "'errors.more'"],
      ['const others = refusals.length - 1;', 'const others = refusals.length;'],
    ],
  },
  {
    area: 'errors',
    file: 'api/src/rest/errors.ts',
    tests: [`${CONTRACT}/bad-input.test.ts`],
    faults: [["if (isUnstorable(error)) return say(400, 'invalid');", '']],
  },
  {
    area: 'realtime',
    file: 'api/src/realtime/pusher.deliveries.ts',
    tests: ['api/src/org-messages/org-messages.delivery.test.ts'],
    faults: [
      ['connection.channels.has(channel) && alive.has(connection)', 'connection.channels.has(channel)'],
      ['connection.channels.has(channel) && alive.has(connection)', 'alive.has(connection)'],
    ],
  },
  {
    area: 'realtime',
    file: 'api/src/realtime/pusher.connections.ts',
    tests: ['api/src/realtime/pusher.connections.test.ts'],
    faults: [
      ['PING_AFTER = 60 * SECOND', 'PING_AFTER = 61 * SECOND'],
      ['PRUNE_AFTER = 90 * SECOND', 'PRUNE_AFTER = 120 * SECOND'],
      ['MAX_AGE = 24 * 60', 'MAX_AGE = 25 * 60'],
      ['|| !this.users.add(userId, connection)', ''],
      ['    this.users.remove(owner.userId, connection);\n', ''],
      ['?? 0) < MAX_PER_ADDRESS', '?? 0) <= MAX_PER_ADDRESS'],
      ['this.#addresses.set(known.address, left);', 'this.#addresses.delete(known.address);'],
      ['this.#addresses.set(known.address, left);', 'this.#addresses.set(known.address, left + 1);'],
    ],
  },
  {
    area: 'realtime',
    file: 'api/src/realtime/pusher.connection.ts',
    tests: ['api/src/realtime/pusher.connections.test.ts', 'api/src/realtime/pusher.test.ts'],
    faults: [
      ['MAX_CHANNELS = 20', 'MAX_CHANNELS = 21'],
      ['(this.owner && this.owner.userId !== owner.userId) || ', ''],
      ['this.#signedInAs !== null && channel ===', 'channel !=='],
      ['isSignature(signChannel(this.host.signer, this.socketId, channel, data), auth) &&', ''],
    ],
  },
  {
    area: 'realtime',
    file: 'api/src/realtime/pusher.signature.ts',
    tests: ['api/src/realtime/pusher.signature.test.ts'],
    faults: [
      ['left.length === right.length && timingSafeEqual(left, right)', 'left.length === right.length'],
      ['`${socketId}::user::${userData}`', '`${socketId}:user:${userData}`'],
      ["createHmac('sha256', secret)", "createHmac('sha512', secret)"],
    ],
  },
  {
    area: 'realtime',
    file: 'api/src/realtime/graphql-ws.ts',
    tests: [`${CONTRACT}/sockets.test.ts`],
    faults: [
      ['if (!isOwnOrigin(app, request.headers)) {', 'if (false) {'],
      ['MAX_SUBSCRIPTIONS = 20', 'MAX_SUBSCRIPTIONS = 21'],
      ['watched.set(socket, {', 'new Map<WebSocket, WatchedSocket>().set(socket, {'],
      ['{ background: true }', '{ background: false }'],
    ],
  },
  {
    area: 'realtime',
    file: 'api/src/realtime/graphql-ws.ts',
    tests: [`${CONTRACT}/outage.test.ts`],
    faults: [['const TRY_LATER = 1013', 'const TRY_LATER = 4401']],
  },
  {
    area: 'realtime',
    file: 'api/src/realtime/pubsub.ts',
    tests: ['api/src/realtime/pubsub.test.ts'],
    faults: [
      ['if (this.#closed) return client.end();', ''],
      ['this.#consumers.emit(topic, data[KEY_OF[topic]], data);', ''],
      ['this.#consumers.emit(topic, null, data);', ''],
      ['waiting.push(event as Topics[T]);', ''],
      ['if (this.#client) this.#resume();', ''],
      ["client.once('end', () => void this.#reconnect());", ''],
    ],
  },
  {
    area: 'realtime',
    file: 'api/src/realtime/events.ts',
    tests: ['api/src/realtime/pubsub.test.ts'],
    faults: [
      ['    end();\n', ''],
      ['woken ??= Promise.withResolvers();', 'woken = Promise.withResolvers();'],
    ],
  },
  {
    area: 'realtime',
    file: 'api/src/realtime/graphql-ws.pings.ts',
    tests: ['api/src/realtime/graphql-ws.pings.test.ts'],
    faults: [
      ['if (unanswered.has(socket)) socket.terminate();\n      else if', 'if'],
      ["socket.on('pong', () => unanswered.delete(socket));", ''],
      ['group.delete(socket);', ''],
      ['GROUPS = 6', 'GROUPS = 1'],
    ],
  },
  {
    area: 'realtime',
    file: 'api/src/realtime/pubsub.ts',
    tests: [`${CONTRACT}/outage.test.ts`],
    faults: [['void this.#watch(client);', '']],
  },
  {
    area: 'realtime',
    file: 'api/src/shared/context.ts',
    tests: ['api/src/shared/context.test.ts'],
    faults: [
      ['await this.app.pubsub.publish(this.em, this.events);', ''],
      ['this.events.length = 0;', ''],
    ],
  },
  {
    area: 'realtime',
    file: 'api/src/realtime/session-watch.ts',
    tests: ['api/src/auth/session.end.test.ts'],
    faults: [
      ["if (ended.has(sessionHash.toString('hex'))) end();", ';'],
      ["if (ended.has(sessionHash.toString('hex'))) end();", 'end();'],
    ],
  },
];
