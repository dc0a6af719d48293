import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const doc = read('docs/security.md');
const config = globSync('api/src/shared/config*.ts', { cwd: ROOT })
  .filter((file) => !file.endsWith('.test.ts'))
  .map(read)
  .join('\n');
const variables = [...config.matchAll(/\b[A-Z]+(?:_[A-Z]+)*_(?:SECRET|KEY|URL|PROXIES)\b/g)];

test.each([...new Set(variables.flat())].filter((name) => !['PUBLIC_URL', 'REALTIME_KEY'].includes(name)))(
  'the documented keys and connections have %s',
  (name) => expect(doc).toContain(`\`${name}\``),
);

const taken = [...config.matchAll(/const \{([^}]+)\} = env;/g)].flatMap(([, names]) =>
  names!.match(/\b[A-Z][A-Z_]+\b/g),
);
const variablesRead = [...[...config.matchAll(/\benv\.([A-Z_]+)/g)].map(([, name]) => name!), ...taken];
test('the documented variables are those that are read', () => {
  const documented = [...read('docs/operations.md').matchAll(/^\| (`[^|]+)\|/gm)].flatMap(([, cell]) =>
    [...cell!.matchAll(/`([A-Z_]+)/g)].map(([, name]) => name!),
  );
  expect(documented.toSorted()).toEqual([...new Set(variablesRead)].toSorted());
});

const decisions = readdirSync(join(ROOT, 'api/decisions')).filter((name) => /^\d{3}-/.test(name));
const DOCUMENTS = [
  'CHANGELOG.md',
  'README.md',
  'SECURITY.md',
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
  ...['README.md', ...decisions].map((name) => `api/decisions/${name}`),
];

test.each(DOCUMENTS)('each file that %s links to is there', (file) => {
  const links = [...read(file).matchAll(/\]\((?!http)([^)#]+)/g)].map(([, link]) => link!);
  expect(links.filter((link) => !existsSync(join(ROOT, file, '..', link)))).toEqual([]);
});

test('the index of the decisions has each of them once, with its title', () => {
  const listed = [...read('api/decisions/README.md').matchAll(/^- \[(.+)\]\((.+)\)$/gm)].map(([, title, file]) => ({
    file: file!,
    title: `# ${title!}`,
  }));
  const written = decisions.map((file) => ({ file, title: read(`api/decisions/${file}`).split('\n')[0]! }));
  const byFile = (one: { file: string }, other: { file: string }) => (one.file < other.file ? -1 : 1);
  expect(listed.toSorted(byFile)).toEqual(written.toSorted(byFile));
});

test('no two decisions have one number', () => {
  const numbers = decisions.map((file) => file.slice(0, 3));
  expect(numbers).toEqual([...new Set(numbers)]);
});

test('the name of a file ends with a role of the table, or has none', () => {
  const roles = [...read('docs/architecture.md').matchAll(/^\| `x\.(.+)\.ts` /gm)].map(([, role]) => role!);
  expect(roles.length).toBeLessThanOrEqual(30);
  const names = globSync(['api/{src,test,scripts}/**/*.ts', 'web/{src,e2e}/**/*.{ts,tsx}'], { cwd: ROOT })
    .filter((file) => !file.includes('node_modules') && !file.startsWith(join('web', 'src', 'gql')))
    .map((file) => basename(file).replace(/(?:\.test)?\.tsx?$/, ''));
  expect(names.filter((name) => name.includes('.') && !roles.includes(name.slice(name.indexOf('.') + 1)))).toEqual([]);
});
