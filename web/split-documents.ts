import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

const IMPORT = /import \{([^}]*)\} from '([^']*\bgql\/(?:graphql|hooks)\.ts)';/g;
const PART = /\/web\/src\/gql\/(graphql|hooks)\.ts\?only=(\w+)$/;
/** A hook as web/codegen-hooks.ts writes it: its name, its parameter, the function that it calls, the document and the rest. */
const HOOK = /^export function (use\w+)\(\s*(options)?[^]*?\n {2}return (\w+)\(documents\.(\w+)(, [^)]*)?\);\n\}/gm;

/** Returns a module that has one document. JSON is read faster than the same object as code. */
function documentModule(source: string, name: string): string | undefined {
  const start = `\nexport const ${name} = `;
  const from = source.indexOf(start);
  if (from === -1) return;
  const json = source.slice(from + start.length, source.indexOf(' as unknown as ', from));
  return `export const ${name} = /* @__PURE__ */ JSON.parse(${JSON.stringify(JSON.stringify(JSON.parse(json)))});`;
}

/** Returns a module that has one hook. */
function hookModule(source: string, name: string): string | undefined {
  const hook = [...source.matchAll(HOOK)].find((match) => match[1] === name);
  if (!hook) return;
  const [, , options = '', called, document, rest = ''] = hook;
  const origin = new RegExp(`^import \\{[^}]*\\b${called}\\b[^}]*\\} from ('[^']*');$`, 'm').exec(source)?.[1];
  return `import { ${called} } from ${origin};
import { ${document} } from './graphql.ts?only=${document}';
export function ${name}(${options}) { return ${called}(${document}${rest}); }`;
}

/**
 * Makes each generated document and each generated hook a module of its own, so that a page brings along those that it
 * uses. The generator writes all of them into two files, and no bundler divides a file.
 */
export function splitDocuments(): Plugin {
  return {
    name: 'split-documents',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/web\/src\/.*\.tsx?$/.test(id) || id.includes('/gql/')) return null;
      const split = code.replace(IMPORT, (_whole, list: string, file: string) =>
        list
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== '' && !name.startsWith('type '))
          .map((name) => `import { ${name} } from '${file}?only=${name}';`)
          .join(''),
      );
      return split === code ? null : { code: split, map: null };
    },
    async load(id) {
      const [, kind, name] = PART.exec(id) ?? [];
      if (!name) return;
      const file = id.replace(/\?.*/, '');
      this.addWatchFile(file);
      const source = await readFile(file, 'utf8');
      const code = kind === 'graphql' ? documentModule(source, name) : hookModule(source, name);
      if (!code) throw new Error(`${file} has no ${name} in the form that web/split-documents.ts expects.`);
      return { code, moduleType: 'js', moduleSideEffects: false };
    },
  };
}
