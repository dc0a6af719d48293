import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const name = process.argv[2] ?? '';
if (!/^[a-z]+(-[a-z]+)*$/.test(name)) {
  process.stderr.write('Usage: npm run new -- <feature>, in kebab case, such as: npm run new -- usage-dates\n');
  process.exit(1);
}
if (existsSync(join(ROOT, 'api/src', name))) {
  process.stderr.write(`The feature ${name} exists already.\n`);
  process.exit(1);
}

const pascal = name
  .split('-')
  .map((part) => part[0]!.toUpperCase() + part.slice(1))
  .join('');
const camel = pascal[0]!.toLowerCase() + pascal.slice(1);
const words = name.replaceAll('-', ' ');

const files: Record<string, string> = {
  [`api/src/${name}/${name}.rules.ts`]: `import { object, string } from 'yup';

/** What may be entered. Messages are keys of the locales, never sentences. */
export const ${camel}Rules = object({
  name: string().trim().required('required'),
});
`,
  [`api/src/${name}/${name}.access.ts`]: `import { read, type Access } from '../auth/operation.ts';

/** The operations of this folder and the permission that each needs. Next: a line in api/src/auth/matrix.ts. */
export const ${camel}Access: Access = {
  'GET /api/${name}': read('view.patient'),
  'Query.${camel}': read('view.patient'),
};
`,
  [`api/src/${name}/${name}.policy.ts`]: `import type { Viewer } from '../auth/viewer.ts';

/** One sentence of the specification: who may read ${words}. */
export const canRead${pascal} = (viewer: Viewer): boolean => viewer.can('view.patient');
`,
  [`api/src/${name}/${name}.service.ts`]: `import type { Context } from '../shared/context.ts';
import { authorize } from '../shared/errors.ts';
import { canRead${pascal} } from './${name}.policy.ts';

/** The ${words} that the viewer may see. */
export async function list${pascal}(ctx: Context): Promise<string[]> {
  authorize(canRead${pascal}(ctx.viewer));
  return [];
}
`,
  [`api/src/${name}/${name}.resolver.ts`]: `import { Ctx, Query, Resolver } from 'type-graphql';
import type { Context } from '../shared/context.ts';
import { list${pascal} } from './${name}.service.ts';

// Next: a line in api/src/schema.ts.
@Resolver()
export class ${pascal}Resolver {
  @Query(() => [String], { description: 'The ${words} that the viewer may see.' })
  ${camel}(@Ctx() ctx: Context): Promise<string[]> {
    return list${pascal}(ctx);
  }
}
`,
  [`api/src/${name}/${name}.routes.ts`]: `import type { Route } from '../rest/route.ts';
import { list${pascal} } from './${name}.service.ts';

// Next: a line in api/src/routes.ts.
export const ${camel}Routes: Route[] = [
  { method: 'GET', path: '/api/${name}', handler: async (ctx) => ({ body: { data: await list${pascal}(ctx) } }) },
];
`,
  [`api/src/${name}/${name}.test.ts`]: `import { expect, test } from '@jest/globals';
import { asViewer, usePortal } from '../../test/harness.ts';

usePortal();

test('${words} are listed', async () => {
  const viewer = await asViewer();
  expect((await viewer.rest('GET', '/api/${name}')).body).toEqual({ data: ['replace this with what the specification says'] });
});
`,
  [`web/src/features/${name}/${pascal}Panel.tsx`]: `import { useTranslation } from 'react-i18next';
import { Card } from '../../components/Card.tsx';

/** The ${words} of the page that shows it. */
export function ${pascal}Panel() {
  const { t } = useTranslation('${name}');
  return <Card title={t('title')}>{t('empty')}</Card>;
}
`,
  [`web/src/locales/en/${name}.json`]: `${JSON.stringify({ title: pascal.replace(/([A-Z])/g, ' $1').trim(), empty: 'Nothing here yet.' }, null, 2)}\n`,
  [`web/src/locales/es/${name}.json`]: `${JSON.stringify({ title: pascal.replace(/([A-Z])/g, ' $1').trim(), empty: 'Todavía no hay nada.' }, null, 2)}\n`,
};

for (const [file, text] of Object.entries(files)) {
  mkdirSync(dirname(join(ROOT, file)), { recursive: true });
  writeFileSync(join(ROOT, file), text);
  process.stdout.write(`  ${file}\n`);
}
process.stdout.write(
  '\nNext: the schema, the routes and the matrix (see the comments), then make the test say what the specification says.\n',
);
