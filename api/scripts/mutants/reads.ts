import type { Faults } from './fault.ts';

const READS = ['api/test/contract/reads.test.ts'];
const AUDIT = ['api/test/contract/audit.test.ts'];
const EXPORTS = ['api/test/contract/exports.test.ts'];
const FILES = ['api/test/contract/files.test.ts'];

/** The audit lines of reads and of files. */
export const readFaults: Faults[] = [
  {
    area: 'reads',
    file: 'api/src/shared/read-log.ts',
    tests: READS,
    faults: [
      ['      this.waiting.splice(0, batch.length);\n', '      this.waiting.length = 0;\n'],
      ['this.waiting.length >= MAX_LINES || this.patients >= MAX_PATIENTS', 'this.waiting.length >= MAX_LINES'],
      ['this.waiting.length >= MAX_LINES || this.patients >= MAX_PATIENTS', 'this.patients >= MAX_PATIENTS'],
      ['this.log.warn({ lines: this.waiting.length, code }', 'this.log.warn({ lines: this.waiting, code }'],
      ['    else this.later(WAIT_MS);\n', ''],
      ["now() - age * interval '1 millisecond'", "now() + age * interval '1 millisecond'"],
    ],
  },
  {
    area: 'reads',
    file: 'api/src/start.ts',
    tests: READS,
    faults: [['    closing.push(() => readLog.close());\n', '']],
  },
  {
    area: 'reads',
    file: 'api/src/auth/authorize.ts',
    tests: READS,
    faults: [["if (audit === 'read' && ctx.app.readLog.isFull) throw new AuditFull();", '']],
  },
  {
    area: 'reads',
    file: 'api/src/auth/reading.ts',
    tests: READS,
    faults: [
      ['.filter((id) => !recorded.has(id))', ''],
      ['reading.operation === operation)', 'false)'],
      ['!isRead && patients.length === 0', '!isRead'],
    ],
  },
  {
    area: 'reads',
    file: 'api/src/auth/matrix.ts',
    tests: ['api/test/contract/matrix.test.ts'],
    faults: [
      ["(!shows || (audit === 'none' && permission !== 'device'))", '!shows'],
      ["(!shows || (audit === 'none' && permission !== 'device'))", "audit === 'none' && permission !== 'device'"],
    ],
  },
  {
    area: 'reads',
    file: 'api/src/graphql/shown-rows.ts',
    tests: READS,
    faults: [
      ["field.name === 'edges' || field.name === 'pageInfo'", "field.name === 'edges'"],
      ['types.length > 0 && !phi', 'false'],
      ["shows === 'rows' && !types.some(isRow)", 'false'],
    ],
  },
  {
    area: 'reads',
    file: 'api/src/graphql/root-fields.ts',
    tests: READS,
    faults: [['        ctx.takeShown(); // of the rows', '        // of the rows']],
  },
  {
    area: 'reads',
    file: 'api/src/rest/router.ts',
    tests: READS,
    faults: [
      ['for (const id of error.patients) reading?.patients.add(id);', 'void 0;'],
      ['if (hasData && !reading.isStated)', 'if (false)'],
    ],
  },
  {
    area: 'reads',
    file: 'api/src/shared/visible-row.ts',
    tests: AUDIT,
    faults: [['ctx.shows(patientsOf([row]));', 'ctx.shows([]);']],
  },
  {
    area: 'reads',
    file: 'api/src/rest/datatable.ts',
    tests: AUDIT,
    faults: [['  ctx.shows(patientsOf(rows));\n', '  ctx.shows([]);\n']],
  },
  {
    area: 'exports',
    file: 'api/src/auth/export.policy.ts',
    tests: EXPORTS,
    faults: [
      ['viewer.facts.exportAccess === 0', 'viewer.facts.exportAccess === 3'],
      ["viewer.facts.exportAccess === 2 && !viewer.can('export.user')", "!viewer.can('export.user')"],
      ["viewer.facts.exportAccess === 2 && !viewer.can('export.user')", 'false'],
      ["(viewer.can(permission) ? null : 'export.restricted')", 'null'],
    ],
  },
  {
    area: 'exports',
    file: 'api/src/rest/export.ts',
    tests: EXPORTS,
    faults: [
      ['await record({ ...request.params, rows, ...selection })', 'await record({ ...request.params, ...selection })'],
      ['await record({ ...request.params, rows, ...selection })', 'await record({ ...request.params, rows })'],
      ['  await record({ ...request.params, rows, ...selection });', '  void record({ ...request.params, rows });'],
    ],
  },
  {
    area: 'exports',
    file: 'api/src/rest/export.ts',
    tests: FILES,
    faults: [['if (sent !== rows)', 'if (sent > rows)']],
  },
  {
    area: 'exports',
    file: 'api/src/rest/send-file.ts',
    tests: FILES,
    faults: [
      ['  response.setTimeout(fileTimes.stalled, cut);\n', ''],
      ['setTimeout(cut, fileTimes.longest)', 'setTimeout(() => undefined, fileTimes.longest)'],
    ],
  },
  {
    area: 'exports',
    file: 'api/src/db/copy-out.ts',
    tests: FILES,
    faults: [
      ['      stream.destroy();\n', ''],
      ['          stream.pause();\n', ''],
    ],
  },
  {
    area: 'exports',
    file: 'api/src/rest/csv.lines.ts',
    tests: ['api/test/contract/files.equal.test.ts'],
    faults: [
      ['[0xc3, 0xdf]', '[0xc2, 0xef]'],
      ['safeCell(shown ? shown(text) : text, timezone)', 'shown?.(text) ?? text'],
    ],
  },
  {
    area: 'exports',
    file: 'web/src/components/ExportButton.tsx',
    tests: ['web/src/components/DataTable.test.tsx'],
    faults: [
      ['  if (!allowed && !exportNotice) return null;\n', ''],
      ['    if (!allowed) return void toaster.error({ title: exportNotice });\n', ''],
    ],
  },
  {
    area: 'attacks',
    file: 'api/src/db/migrations/023-reads-in-the-audit-log.sql',
    tests: ['api/test/contract/attacks.test.ts'],
    faults: [
      [
        "to airlog_org\n  with check (org_id = ctx_org() and actor_user_id = ctx_user() and outcome = 'done')",
        'to airlog_org\n  with check (org_id = ctx_org() and actor_user_id = ctx_user())',
      ],
      [
        "to airlog_support\n  with check (org_id = ctx_org() and actor_user_id = ctx_user() and outcome = 'done')",
        'to airlog_support\n  with check (org_id = ctx_org() and actor_user_id = ctx_user())',
      ],
    ],
  },
];
