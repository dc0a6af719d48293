import type { Faults } from './fault.ts';

const CONTRACT = 'api/test/contract';

/** Who may send how much at once, and in which order it begins. */
export const admissionFaults: Faults[] = [
  {
    area: 'admission',
    file: 'api/src/shared/lane.ts',
    tests: ['api/src/shared/lane.test.ts'],
    faults: [
      ['sender.waiting.length >= share.longest', 'sender.waiting.length + 1 >= share.longest'],
      ['this.#waiting >= this.#longest', 'this.#waiting + 1 >= this.#longest'],
      ['if (this.#running >= this.width) return Infinity;', ''],
      ['if (sender.waiting.length > 0) this.#turns.set(turn.share.key, sender); // behind the other senders', ''],
      ['    this.#turns.delete(turn.share.key);\n', ''],
      ["signal?.addEventListener('abort', leave);", ''],
      ['(round === this.#round ? BLOCKING : 1)', '1'],
      ['setImmediate(() => this.#next());', 'this.#next();'],
      ['this.#running > sender.running || this.#activity', 'this.#activity'],
      ['if (soonest < Infinity) this.#pausing', 'if (soonest < 0) this.#pausing'],
    ],
  },
  {
    area: 'admission',
    file: 'api/src/shared/lane.sender.ts',
    tests: ['api/src/shared/lane.test.ts'],
    faults: [
      ['const CREDIT_MS = 250', 'const CREDIT_MS = 500'],
      ['const EARNED = 0.75', 'const EARNED = 0.9'],
      ['const COST_MS = 100', 'const COST_MS = 10_000'],
      ['const DEBT_MS = 1000', 'const DEBT_MS = 1200'],
      ['const DEBT_MS = 1000', 'const DEBT_MS = 800'],
      ['const ACTIVE_MS = 100', 'const ACTIVE_MS = 105'],
      ['const ACTIVE_MS = 100', 'const ACTIVE_MS = 95'],
      ['if (this.running >= contended) return Infinity;', ''],
    ],
  },
  {
    area: 'admission',
    file: 'api/src/auth/admission.ts',
    tests: ['api/src/auth/admission.test.ts'],
    faults: [
      ['USER = { width: 8, contended: 2, longest: 200 }', 'USER = { width: 9, contended: 2, longest: 200 }'],
      ['USER = { width: 8, contended: 2, longest: 200 }', 'USER = { width: 8, contended: 3, longest: 200 }'],
      ['USER = { width: 8, contended: 2, longest: 200 }', 'USER = { width: 8, contended: 2, longest: 201 }'],
      ['ADDRESS = { width: 16, contended: 4, longest: 1000 }', 'ADDRESS = { width: 16, contended: 5, longest: 1000 }'],
      ['ADDRESS = { width: 16, contended: 4, longest: 1000 }', 'ADDRESS = { width: 16, contended: 4, longest: 999 }'],
      [
        'EVENTS = { width: 2, contended: 1, longest: Infinity }',
        'EVENTS = { width: 2, contended: 2, longest: Infinity }',
      ],
      ['DEVICES_AT_ONCE = 3', 'DEVICES_AT_ONCE = 4'],
      ['SIGN_INS = { width: 1, longest: 64 }', 'SIGN_INS = { width: 1, longest: 65 }'],
      ['KNOWN_SESSIONS = 10_000', 'KNOWN_SESSIONS = 9_999'],
      ['if (userId === null) return;', 'if (userId === null) userId = 0;'],
      ['GUESTS_AT_ONCE = 72', 'GUESTS_AT_ONCE = 15'],
      ['this.#signIns.run({ key: `account:${account}`, ...SIGN_INS }, work),', 'work(),'],
    ],
  },
  {
    area: 'admission',
    file: 'api/src/auth/session.read.ts',
    tests: [`${CONTRACT}/admission.test.ts`],
    faults: [
      ['app.admission.know(idHash, row?.userId ?? null);', ''],
      ['row?.userId ?? null', 'row?.userId ?? 0'],
    ],
  },
  {
    area: 'admission',
    file: 'api/src/admitted.ts',
    tests: ['api/src/admitted.test.ts'],
    faults: [
      ['      done();\n      return original', '      return original'],
      ['LEFT_MS = 12_000', 'LEFT_MS = 0'],
      [', gone.signal);', ');'],
      ['.filter((one) => !free.includes(one))', '.filter(() => false)'],
      ['!admission.every((one) => handlers.includes(one as RequestHandler)) || ', ''],
    ],
  },
  {
    area: 'admission',
    file: 'api/src/rest/router.ts',
    tests: [`${CONTRACT}/files.test.ts`],
    faults: [['      freePlace(response);', '']],
  },
  {
    area: 'admission',
    file: 'api/src/server.ts',
    tests: [`${CONTRACT}/admission.test.ts`],
    faults: [['  web.use(...admission);', '  web.use(admission[0]);']],
  },
  {
    area: 'admission',
    file: 'api/src/realtime/graphql-ws.events.ts',
    tests: [`${CONTRACT}/admission.test.ts`],
    faults: [['await ctx.app.admission.runEvent(userId, () => resolved(value))', 'await resolved(value)']],
  },
  {
    area: 'admission',
    file: 'api/src/realtime/graphql-ws.frames.ts',
    tests: [`${CONTRACT}/admission.test.ts`],
    faults: [
      ["if (name !== 'message') return emit(name, ...args);", 'if (name) return emit(name, ...args);'],
      ["tooMany: () => socket.close(TRY_LATER, 'Too many messages')", 'tooMany: () => undefined'],
    ],
  },
  {
    area: 'admission',
    file: 'api/src/realtime/frames.ts',
    tests: [`${CONTRACT}/admission.test.ts`],
    faults: [
      ['MAX_WAITING = 50', 'MAX_WAITING = 51'],
      ['MAX_WAITING = 50', 'MAX_WAITING = 49'],
      ['this.host.admitted(inTurn)', 'inTurn()'],
      ['this.#answered(this.#last, answer)', 'this.#answered(Promise.resolve(), answer)'],
    ],
  },
  {
    area: 'admission',
    file: 'api/src/realtime/user-sockets.ts',
    tests: [`${CONTRACT}/sockets.test.ts`],
    faults: [
      ['MAX_SOCKETS = 20', 'MAX_SOCKETS = 21'],
      ['MAX_SOCKETS = 20', 'MAX_SOCKETS = 19'],
      ['    own?.delete(socket);\n', ''],
    ],
  },
  {
    area: 'admission',
    file: 'api/src/realtime/graphql-ws.ts',
    tests: [`${CONTRACT}/sockets.test.ts`],
    faults: [
      ['if (known !== null && users.isFull(known)) {', 'if (false) {'],
      ['users.remove(userId, socket);', ''],
      ['[tooManySubscriptions()]', "[new GraphQLError('Too many')]"],
    ],
  },
  {
    area: 'sign-in limits',
    file: 'api/src/auth/session.service.ts',
    tests: [`${CONTRACT}/sign-in.limits.test.ts`],
    faults: [
      ['const ADDRESS_WINDOW_SECONDS = 60', 'const ADDRESS_WINDOW_SECONDS = 62'],
      ['const ADDRESS_WINDOW_SECONDS = 60', 'const ADDRESS_WINDOW_SECONDS = 58'],
      ['    await countAttemptIn(em, addressKey(ctx), ADDRESS_WINDOW_SECONDS);\n', ''],
      [
        'return admission.runSignIn(ctx.request.ip, email.toLowerCase(), () => tryToSignIn(ctx, email, password));',
        'return tryToSignIn(ctx, email, password);',
      ],
      ['`sign-in-address:${networkOf(request.ip)}`', "'sign-in-address:'"],
    ],
  },
  {
    area: 'sign-in limits',
    file: 'api/src/auth/counters.ts',
    tests: [`${CONTRACT}/sign-in.limits.test.ts`],
    faults: [
      ['where key = ? and attempts + ? > ?', 'where key = ? and attempts + ? > ? + 1'],
      ['throw new TooMany(wait)', 'throw new TooMany(0)'],
    ],
  },
  {
    area: 'sign-in limits',
    file: 'api/src/auth/password.ts',
    tests: [`${CONTRACT}/sign-in.limits.test.ts`],
    faults: [
      ['new Lane(4, { longest: 64 })', 'new Lane(5, { longest: 64 })'],
      ['new Lane(4, { longest: 64 })', 'new Lane(4, { longest: 63 })'],
      ['new Lane(4, { longest: 64 })', 'new Lane(4, { longest: 65 })'],
      ['stored ?? (await unknownAccount)', "stored ?? ''"],
    ],
  },
  {
    area: 'sign-in limits',
    file: 'api/src/graphql/server.ts',
    tests: [`${CONTRACT}/sign-in.limits.test.ts`],
    faults: [
      ['response.http.status = 429;', ''],
      ["response.http.headers.set('retry-after', String(retryAfter(tooMany)));", ''],
    ],
  },
  {
    area: 'sign-in limits',
    file: 'api/src/shared/network.ts',
    tests: ['api/src/shared/network.test.ts'],
    faults: [['const CUSTOMER = 4', 'const CUSTOMER = 5']],
  },
];
