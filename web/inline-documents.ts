import type { Plugin } from 'vite';

const statement = /^graphql\(\s*`[^`]*`\s*,?\s*\);?$/gm;
const call = /\bgraphql\(\s*`([^`]*)`\s*,?\s*\)/g;
const importOfMap = /^import \{ graphql \} from '[^']*gql\/gql\.ts';$/m;
const definition = /^\s*(query|mutation|subscription|fragment)\s+(\w+)/;

/**
 * Replaces every graphql(`…`) call with its generated document, so that the client preset's run-time map, which would
 * include every document of the project twice, never reaches the bundle.
 */
export function inlineDocuments(): Plugin {
  return {
    name: 'inline-documents',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/web\/src\/.*\.tsx?$/.test(id) || id.includes('/gql/') || !code.includes('graphql(`')) return null;
      // Only the generated hooks use such a document.
      const used = code.replace(statement, '').replace(importOfMap, '');
      const names = new Set<string>();
      const withDocuments = used.replace(call, (_whole, source: string) => {
        const [, kind, operation] = definition.exec(source) ?? [];
        if (!operation) throw new Error(`${id}: name the operation or fragment in graphql(\`…\`)`);
        const name = `${operation}${kind === 'fragment' ? 'FragmentDoc' : 'Document'}`;
        names.add(name);
        return name;
      });
      if (names.size === 0) return { code: used, map: null };
      const gql = id.slice(0, id.indexOf('/web/src/')) + '/web/src/gql/graphql.ts';
      return { code: `import { ${[...names].join(', ')} } from '${gql}';${withDocuments}`, map: null };
    },
  };
}
