import type { Faults } from './fault.ts';

const IMPORT_FILES = ['api/src/users-import/users-import.file.test.ts'];
const IMPORTS = ['api/src/users-import/users-import.test.ts'];
const IMPORT_JOBS = ['api/src/users-import/users-import.jobs.test.ts'];
const ANNOUNCEMENTS = [
  'api/src/announcements/announcements.test.ts',
  'api/src/announcements/new-announcements.test.ts',
];

/** Files of users, and announcements. */
export const staffFaults: Faults[] = [
  {
    area: 'import of users',
    file: 'api/src/users-import/users-import.file.ts',
    tests: IMPORT_FILES,
    faults: [
      ['isComputed === true || ', ''],
      [" && !(column === 'phone' && INTERNATIONAL_PHONE.test(text))", ''],
      ['lines.length > MAX_ROWS', 'lines.length > MAX_ROWS + 1'],
      ['lines.length > MAX_ROWS', 'lines.length >= MAX_ROWS'],
      ['else if (seen.has(column))', 'else if (false)'],
      [
        "if (!isWider) read.errors.push({ attribute: String(index + 1), message: 'user_import.cell_without_column' });",
        '',
      ],
      ['isWider = true;', ''],
    ],
  },
  {
    area: 'import of users',
    file: 'api/src/users-import/users-import.zip.ts',
    tests: IMPORT_FILES,
    faults: [
      ['validateEntrySizes: true', 'validateEntrySizes: false'],
      ['this.#left -= piece.length;', ''],
      ['if (entry.uncompressedSize > this.#left) throw tooLarge();', ''],
      ['if (zip.entryCount > MAX_ENTRIES) throw tooLarge();', ''],
    ],
  },
  {
    area: 'import of users',
    file: 'api/src/users-import/users-import.xlsx.ts',
    tests: IMPORT_FILES,
    faults: [['if (characters > MAX_CHARACTERS)', 'if (false)']],
  },
  {
    area: 'import of users',
    file: 'api/src/users-import/users-import.xml.ts',
    tests: IMPORT_FILES,
    faults: [
      ['if (depth > MAX_DEPTH)', 'if (false)'],
      ['if (attributes > MAX_ATTRIBUTES)', 'if (false)'],
      ["ondoctype: () => refuse('document type'),", ''],
    ],
  },
  {
    area: 'import of users',
    file: 'api/src/users-import/users-import.csv.ts',
    tests: IMPORT_FILES,
    faults: [
      ["new TextDecoder('windows-1252')", "new TextDecoder('utf-8')"],
      ['.replace(/"[^"]*"/g, \'\')', ''],
      ["text.includes('\\0') || ", ''],
      [' || hasTooManyCells(text, delimiter)', ''],
      [' || hasLongLine(text)', ''],
    ],
  },
  {
    area: 'import of users',
    file: 'api/src/users-import/users-import.check.ts',
    tests: IMPORTS,
    faults: [
      ['cells.email.toLowerCase();\n    const earlier', 'cells.email;\n    const earlier'],
      ['role && role.userType !== userType && ', 'false && '],
      ['if (untrusted.has(email)) errors', 'if (false) errors'],
    ],
  },
  {
    area: 'import of users',
    file: 'api/src/users-import/users-import.jobs.ts',
    tests: IMPORT_JOBS,
    faults: [
      ["if (found.state !== 'running') return;", ''],
      ['if (rows.some(({ input }) => input === null)) return refuseImport(ctx, importId, rows);', ''],
      ["if (isFinal) await progress.run('write', () => endImport(progress, importId, 'failed'));", ''],
    ],
  },
  {
    area: 'import of users',
    file: 'api/src/users-import/users-import.service.ts',
    tests: IMPORTS,
    faults: [
      ["if (found.state === 'refused')", 'if (false)'],
      ['if (await startImport(ctx, id)) await enqueue', 'if ((await startImport(ctx, id)) || true) await enqueue'],
    ],
  },
  {
    area: 'import of users',
    file: 'api/src/users-import/users-import.store.ts',
    tests: IMPORTS,
    faults: [
      ['offset ${KEPT})', 'offset ${KEPT + 1})'],
      ['order by id desc offset', 'order by id offset'],
      ["where user_id = ? and state in ('checked', 'refused') order", 'where user_id = ? order'],
    ],
  },
  {
    area: 'announcements',
    file: 'api/src/announcements/new-announcements.service.ts',
    tests: ANNOUNCEMENTS,
    faults: [
      ['a.from_date <= ?', 'a.from_date < ?'],
      ["coalesce(a.until_date, 'infinity') >= ?", "coalesce(a.until_date, 'infinity') > ?"],
      ['a.withdrawn_at is null and ', ''],
      ['and coalesce(a.audience_org_id, ?) = ?', 'and coalesce(?, a.audience_org_id, ?) is not null'],
      [
        "case when a.audience_roles = '[]' then true else jsonb_exists_any(a.audience_roles, ?::text[]) end",
        '?::text[] is not null',
      ],
      ['and r.user_id = ?)', 'and r.user_id <> ?)'],
    ],
  },
  {
    area: 'announcements',
    file: 'api/src/announcements/announcements.service.ts',
    tests: ANNOUNCEMENTS,
    faults: [
      ['body: cleanHtml(texts.body)', 'body: texts.body'],
      ['version !== announcement.version)', 'false)'],
      ['announcement.version += 1;', ''],
      ['known.length < audienceRoles.length', 'false'],
    ],
  },
  {
    area: 'ways to a user',
    file: 'api/src/users/users.readable.ts',
    tests: ['api/test/contract/ways.test.ts'],
    faults: [
      ["if (!mayCall(ctx, 'Query.user')) return null;", ''],
      ['account && canReadUser(ctx.viewer, account) ? account : null', 'account'],
    ],
  },
  {
    area: 'ways to a user',
    file: 'api/src/graphql/node.service.ts',
    tests: ['api/test/contract/ways.test.ts'],
    faults: [["entity: OrgGroup, operation: 'GET /api/orgs/{id}/groups'", "entity: OrgGroup, operation: 'Query.node'"]],
  },
];
