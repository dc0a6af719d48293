import type { Faults } from './fault.ts';

const LIB = 'web/src/lib';
const COMPONENTS = 'web/src/components';

/** The client: requests, live checks, dates, tables, messages. */
export const webFaults: Faults[] = [
  {
    area: 'web requests',
    file: `${LIB}/csrf.ts`,
    tests: [`${LIB}/csrf.test.ts`],
    faults: [
      ["headers.set('X-Requested-With', 'XMLHttpRequest');", ''],
      ["if (token) headers.set('X-XSRF-TOKEN', token);", ''],
      ["if (socket) headers.set('X-Socket-Id', socket);", ''],
      ['if (answer.status === 419) {', 'if (false as boolean) {'],
      ['if (!csrfToken()) await renewToken();', ''],
    ],
  },
  {
    area: 'web requests',
    file: `${LIB}/http.ts`,
    tests: [`${LIB}/http.test.ts`],
    faults: [
      ["method === 'get' || method === 'delete'", "method === 'get'"],
      ['[body?.error, body?.message]', '[body?.message]'],
      ['answer.status === 401 && !isSignIn(url)', 'answer.status === 401'],
      ['if (answer.status === 401 && !isSignIn(url)) expired();', ''],
    ],
  },
  {
    area: 'web requests',
    file: `${LIB}/urls.ts`,
    tests: [`${LIB}/urls.test.ts`],
    faults: [
      ['ownPath(path, window.location.origin)', 'path'],
      ["if (showProvider) query.set('show_ep', '1');", ''],
      ["query.append('reports_ids[]', String(id))", "query.set('reports_ids[]', String(id))"],
    ],
  },
  {
    area: 'web requests',
    file: `${LIB}/download.ts`,
    tests: [`${LIB}/download.test.ts`],
    faults: [
      ['encoded ? decodeURIComponent(encoded) : (plain ?? null)', 'plain ?? null'],
      ['if (!answer.ok) throw await httpErrorOf(answer);', ''],
    ],
  },
  {
    area: 'web requests',
    file: 'web/src/app/apollo.ts',
    tests: ['web/src/app/apollo.test.ts'],
    faults: [
      ["operation.operationName !== 'SignIn' && ", ''],
      ['unauthenticatedCode = 4401', 'unauthenticatedCode = 4400'],
      ['setSocketId(null);', ''],
      ['isSessionEnding() ? renewal : throwError(() => error)', 'throwError(() => error)'],
      ['isSessionEnding() ? renewal : throwError(() => error)', 'renewal'],
      ["client.refetchQueries({ include: 'active' })", 'Promise.resolve()'],
    ],
  },
  {
    area: 'web errors',
    file: `${LIB}/failure.ts`,
    tests: [`${LIB}/failure.test.ts`],
    faults: [
      ["FORBIDDEN: 'forbidden'", "FORBIDDEN: 'failed'"],
      ["503: 'unreachable'", "503: 'failed'"],
      ["if (error instanceof Unreachable) return 'unreachable';", ''],
      ['givenUp.includes(error.name)', 'true'],
      ['if (error instanceof Object) logged.add(error);', ''],
    ],
  },
  {
    area: 'web errors',
    file: `${LIB}/reach.ts`,
    tests: [`${LIB}/reach.test.ts`],
    faults: [
      ['error instanceof TypeError ? new Unreachable(error) : error', 'error'],
      ['error instanceof TypeError ? new Unreachable(error) : error', 'new Unreachable(error)'],
      ['connected(Response.prototype.text.call(answer))', 'Response.prototype.text.call(answer)'],
    ],
  },
  {
    area: 'web errors',
    file: `${LIB}/userErrors.ts`,
    tests: [`${LIB}/userErrors.test.ts`],
    faults: [
      ['[field, camelCase(field)]', '[field]'],
      ["unassigned.join(' ')", 'unassigned[0]'],
    ],
  },
  {
    area: 'web live checks',
    file: `${LIB}/useQuiet.ts`,
    tests: [`${LIB}/useQuiet.test.tsx`],
    faults: [
      [', LONGEST * ms', ''],
      ['    latest.current = action;', ''],
    ],
  },
  {
    area: 'web live checks',
    file: `${LIB}/debounce.ts`,
    tests: [`${LIB}/debounce.test.ts`],
    faults: [
      ['if (timer === undefined) action();', 'if (timer === undefined) again = true;'],
      ['        again = true;', ''],
      ['if (!again) latest =', 'latest ='],
      ['      timer = undefined;\n      again = false;', ''],
    ],
  },
  {
    area: 'web live checks',
    file: `${LIB}/liveCheck.ts`,
    tests: [`${LIB}/liveCheck.test.ts`],
    faults: [
      ['debounceMs = 1500', 'debounceMs = 1000'],
      ['timeoutMs = 5000', 'timeoutMs = 6000'],
      ['if (!own.signal.aborted) form.show(fields, answer);', 'form.show(fields, answer);'],
      ['if (fields.length === 0) return;', ''],
      ['    cancel();\n    const own', '    const own'],
      ['const cancel = () => request?.abort();', 'const cancel = () => {};'],
      ['debounced.cancel();', ''],
    ],
  },
  {
    area: 'web live checks',
    file: `${LIB}/useLiveCheck.ts`,
    tests: [`${LIB}/useLiveCheck.test.tsx`],
    faults: [
      [' || current.never?.includes(name)', ''],
      ['else if (form.getFieldState(name).error?.type === type) form.clearErrors(name);', ''],
      ['field === name || camelCase(field) === name', 'field === name'],
    ],
  },
  {
    area: 'web live checks',
    file: `${LIB}/precognition.ts`,
    tests: [`${LIB}/precognition.test.ts`],
    faults: [
      ['inFlight.get(key)?.abort();', ''],
      ["if (answer.headers.get('Precognition') !== 'true') throw new Error(noMarker);", ''],
      ["answer.status === 204 && answer.headers.get('Precognition-Success') === 'true'", 'answer.status === 204'],
      ['timeoutMs = 5000', 'timeoutMs = 30_000'],
    ],
  },
  {
    area: 'web dates',
    file: `${LIB}/dates.ts`,
    tests: [`${LIB}/dates.test.ts`],
    faults: [
      ["language === 'es' ? 1 : 0", '0'],
      ["'MM/DD/YYYY', true)", "'MM/DD/YYYY')"],
      ["defaultTimeZone = 'America/New_York'", "defaultTimeZone = 'UTC'"],
    ],
  },
  {
    area: 'web dates',
    file: `${COMPONENTS}/DateField.tsx`,
    tests: [`${COMPONENTS}/DateField.test.tsx`],
    faults: [
      ['first && date < first ? first : ', ''],
      ['last && date > last ? last : date', 'date'],
      ['`${clamped} 00:00:00`', 'clamped'],
      ["      setText('');\n      set(null);", ''],
    ],
  },
  {
    area: 'web dates',
    file: `${LIB}/dateRange.tsx`,
    tests: [`${LIB}/dateRange.test.tsx`],
    faults: [['start && end && start <= end ?', 'start && end ?']],
  },
  {
    area: 'web tables',
    file: `${COMPONENTS}/useTableState.ts`,
    tests: [`${COMPONENTS}/useTableState.test.tsx`, `${COMPONENTS}/DataTable.test.tsx`],
    faults: [
      ["if (name !== 'page') next.delete('page');", ''],
      ['100, 500], usual: 50', '100, 500], usual: 30'],
      ["if (search && !ids) query.set('searchTerm', search);", ''],
      ["{ column: text.slice(1), direction: 'DESC' }", "{ column: text.slice(1), direction: 'ASC' }"],
      ["address.delete('page');", ''],
    ],
  },
  {
    area: 'web tables',
    file: `${COMPONENTS}/DataTableFooter.tsx`,
    tests: [`${COMPONENTS}/DataTable.test.tsx`],
    faults: [
      ['total.rows === 0 ? 0 : (page - 1) * table.limit + 1', '(page - 1) * table.limit + 1'],
      ['Math.min(page * table.limit, total.rows)', 'page * table.limit'],
      ['total.isCapped ? from + rows - 1 : ', ''],
      ['count.isCapped ? t(', 'false ? t('],
      ['isFiltered && t(', 't('],
    ],
  },
  {
    area: 'web tables',
    file: `${COMPONENTS}/SortHeader.tsx`,
    tests: [`${COMPONENTS}/DataTable.test.tsx`],
    faults: [
      [
        "if (direction === 'DESC') return null;",
        "if (direction === 'DESC') return { column, direction: 'ASC' as const };",
      ],
    ],
  },
  {
    area: 'web toasts and questions',
    file: `${COMPONENTS}/ToasterRegion.tsx`,
    tests: [`${COMPONENTS}/Toaster.test.tsx`],
    faults: [
      ['duration: 5000', 'duration: 10_000'],
      ["window.addEventListener('blur', pause);", ''],
      ['onClick={() => store.dismiss(toast.id)}', ''],
    ],
  },
  {
    area: 'web toasts and questions',
    file: `${COMPONENTS}/ConfirmDialog.tsx`,
    tests: [`${COMPONENTS}/ConfirmDialog.test.tsx`],
    faults: [['[...open, { ...options, answer }]', '[{ ...options, answer }]']],
  },
  {
    area: 'web toasts and questions',
    file: `${COMPONENTS}/ConfirmQuestion.tsx`,
    tests: [`${COMPONENTS}/ConfirmDialog.test.tsx`],
    faults: [['if (!open) answer(false);', 'if (!open) answer(true);']],
  },
  {
    area: 'web toasts and questions',
    file: `${COMPONENTS}/Toaster.tsx`,
    tests: [`${COMPONENTS}/Toaster.test.tsx`],
    faults: [['waiting.push(action);', '']],
  },
  {
    area: 'web tables',
    file: `${COMPONENTS}/dataTableCss.ts`,
    tests: ['web/e2e/tables.test.ts'],
    faults: [
      ["overflowX: 'clip'", "overflowX: 'auto'"],
      ['maxH: `calc(100dvh - ${topBar} - 2rem)`,', ''],
    ],
  },
];
