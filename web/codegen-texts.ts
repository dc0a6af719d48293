import { readdirSync } from 'node:fs';
import type { PluginFunction } from '@graphql-codegen/plugin-helpers';

/** Emits the types of i18next: a namespace or a key that the English texts do not have is a compile error. */
export const plugin: PluginFunction = () => {
  const namespaces = readdirSync(new URL('src/locales/en', import.meta.url)).map((file) => file.replace('.json', ''));
  const resources = namespaces.map((name) => `'${name}': typeof import('../locales/en/${name}.json');`);
  return `import 'i18next';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'components';
    resources: {
      ${resources.sort().join('\n      ')}
    };
  }
}
`;
};
