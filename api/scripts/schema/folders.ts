import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';

const SOURCE = join(import.meta.dirname, '../../src');
const HEADER = '// Printed from the folders of the features by `npm run schema`. Do not edit.\n\n';

/** What the server takes from files of each kind: the constants or classes by their declaration. */
const PARTS: Record<string, { names: RegExp; doc: string; print: (names: string[]) => string }> = {
  access: {
    names: /^export const (\w+Access)\b/gm,
    doc: 'The operations of every `*.access.ts`.',
    print: (names) => `[${names.join()}]`,
  },
  channel: {
    names: /^export const (\w+Channel): Channel</gm,
    doc: 'Every channel of events that are pushed live: those of every `*.channel.ts`.',
    print: (names) => `[${names.join()}]`,
  },
  entity: {
    names: /^@Entity\(.*\)\n(?:@.*\n|\}\)\n| .*\n)*export class (\w+)/gm,
    doc: 'Every mapped table: the classes of every `*.entity.ts`.',
    print: (names) => `[${names.join()}]`,
  },
  jobs: {
    names: /^export const (\w+): Job</gm,
    doc: 'Every durable job: those of every `*.jobs.ts`.',
    print: (names) => `[${names.join()}]`,
  },
  list: {
    names: /^export const (\w+List): /gm,
    doc: 'Every list of every `*.list.ts`, by the name of its constant without `List`.',
    print: (names) => `{${names.map((name) => `${name.slice(0, -'List'.length)}: ${name}`).join()}}`,
  },
  resolver: {
    names: /^@Resolver\(.*\)\nexport class (\w+)/gm,
    doc: 'Every resolver of every `*.resolver.ts`.',
    print: (names) => `[${names.join()}]`,
  },
  routes: {
    names: /^export const (\w+Routes)\b/gm,
    doc: 'The paths of every `*.routes.ts`.',
    print: (names) => `[${names.join()}]`,
  },
};

/**
 * Returns the printed lists of what the folders of the features have, by their paths (decisions/147): imports that the
 * compiler sees. Throws for a file whose name promises what it does not declare.
 */
export async function folderLists(): Promise<Map<string, string>> {
  const printed = new Map<string, string>();
  for (const [part, { names, doc, print }] of Object.entries(PARTS)) {
    const found = globSync(`**/*.${part}.ts`, { cwd: SOURCE })
      .map((file) => file.replaceAll('\\', '/'))
      .sort()
      .map((file) => {
        const declared = [...readFileSync(join(SOURCE, file), 'utf8').matchAll(names)].map(([, name]) => name!);
        if (declared.length === 0) throw new Error(`${file} declares nothing that the server takes from its kind.`);
        return { file, declared };
      });
    const imports = found
      .map(({ file, declared }) => `import { ${declared.join(', ')} } from '../${file}';\n`)
      .join('');
    const all = found.flatMap(({ declared }) => declared).sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));
    const path = join(SOURCE, 'folders', `${part}.ts`);
    const text = `${HEADER}${imports}\n/** ${doc} */\nexport const found = ${print(all)};\n`;
    printed.set(path, await format(text, { ...(await resolveConfig(path)), filepath: path }));
  }
  return printed;
}
