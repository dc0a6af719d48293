import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';

// npm run docs: prints docs/where-do-i.md from the README.md of each folder. With --check it fails when the page differs.

const ROOT = join(import.meta.dirname, '../..');
const PAGE = 'docs/where-do-i.md';
/** The folders of the page, and those below which each folder has a line. */
const TREES = ['api/src', 'web/src', 'web/src/features', 'api/test', 'api/scripts'];
const WITH_FOLDERS = new Set(['api/src', 'web/src', 'web/src/features']);
/** Generated, or a tree of its own. */
const LEFT_OUT = new Set(['web/src/gql', 'web/src/features']);

const decisions = readdirSync(join(ROOT, 'api/decisions'));

/** Returns the text with a link for each "ADR 042". Throws for a number without a decision. */
function linked(text: string): string {
  return text.replace(/ADR\s+(\d{3})/g, (_match, number: string) => {
    const file = decisions.find((one) => one.startsWith(`${number}-`));
    if (!file) throw new Error(`ADR ${number} is no decision: ${text}`);
    return `[ADR ${number}](../api/decisions/${file})`;
  });
}

/**
 * Returns the first paragraph of a folder's README.md and its list of tasks. Throws when there is none, and for the name of
 * a file that does not exist.
 */
function readmeOf(folder: string): { header: string; tasks: string } {
  const file = join(ROOT, folder, 'README.md');
  if (!existsSync(file)) throw new Error(`${folder} needs a README.md: one line that says what the folder holds.`);
  const text = readFileSync(file, 'utf8');
  const gone = [...text.matchAll(/`([\w./-]+\.tsx?)`/g)]
    .map(([, name]) => name!)
    .filter((name) => ![folder, 'api/src', ''].some((base) => existsSync(join(ROOT, base, name))));
  if (gone.length > 0) throw new Error(`${folder}/README.md names files that do not exist: ${gone.join(', ')}`);
  const [header, tasks = ''] = linked(text).trim().split('\n\n');
  return { header: header!, tasks };
}

/** Returns the part of the page about a tree: its own tasks, and its folders with theirs. */
function partOf(tree: string): string {
  const { header, tasks } = tree === 'web/src/features' ? { header: '', tasks: '' } : readmeOf(tree);
  const folders = readdirSync(join(ROOT, tree), { withFileTypes: true })
    .filter((entry) => WITH_FOLDERS.has(tree) && entry.isDirectory() && !LEFT_OUT.has(`${tree}/${entry.name}`))
    .map((entry) => ({ name: entry.name, ...readmeOf(`${tree}/${entry.name}`) }))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .map(({ name, header, tasks }) => `- \`${name}/\`: ${header}\n${tasks}`.trimEnd().replaceAll('\n', '\n  '));
  const list = folders.length > 0 ? `Its folders:\n\n${folders.join('\n')}` : '';
  return [`## ${tree}`, header, tasks, list].filter(Boolean).join('\n\n');
}

const source = `# Where do I…

\`npm run docs\` prints this page from the \`README.md\` of each folder: its first line says what the folder holds, and its
list where to change what. Files are named from the folder, or from \`api/src\`.

${TREES.map(partOf).join('\n\n')}
`;
const printed = await format(source, { ...(await resolveConfig(join(ROOT, PAGE))), filepath: PAGE });
const isSame = existsSync(join(ROOT, PAGE)) && readFileSync(join(ROOT, PAGE), 'utf8') === printed;
if (!isSame && process.argv.includes('--check')) {
  process.stderr.write(`${PAGE} does not match the README.md of the folders. Run: npm run docs\n`);
  process.exitCode = 1;
} else if (!isSame) writeFileSync(join(ROOT, PAGE), printed);
