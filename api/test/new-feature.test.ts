import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { before, importLine, jsonEnd, jsonSorted, sortedLine } from '../scripts/new-feature/insert.ts';
import { featureName, isUnnamed, withName } from '../scripts/new-feature/names.ts';
import { planFeature } from '../scripts/new-feature/plan.ts';
import { writePlan } from '../scripts/new-feature/write.ts';
import { databaseText } from '../scripts/schema/database.ts';
import { migrate } from '../src/db/migrate.ts';
import { copyTemplate } from './template.ts';

const ROOT = join(import.meta.dirname, '../..');
const asIs = (text: string) => text;

describe('the name of a feature', () => {
  test.each([
    [
      'loaner-pool',
      'SampleItem sampleItems sample_items sample-item',
      'LoanerPool loanerPools loaner_pools loaner-pool',
    ],
    ['loaner-pool', 'AddSampleItem, Sample items, a sample item', 'AddLoanerPool, Loaner pools, a loaner pool'],
    ['oxygen-delivery', 'A sample item of SampleItems', 'An oxygen delivery of OxygenDeliveries'],
    ['mask', 'sampleItemsList SampleItem SAMPLE_ITEM', 'masksList Mask MASK'],
    ['spare-part-box', 'sampleItems sample-items', 'sparePartBoxes spare-part-boxes'],
  ])('%s is written in %j', (name, sample, written) => {
    expect(withName(sample, featureName(name))).toBe(written);
  });

  test.each(['', 'LoanerPool', 'loaner_pool', 'loaner-', 'loaner-2', '../loaner', 'a'.repeat(31), 'sample-item'])(
    '%j is refused',
    (name) => expect(() => planFeature(ROOT, name)).toThrow(),
  );

  test('a plural is refused, because the plural is made from the name', () => {
    expect(() => planFeature(ROOT, 'loaner-pools')).toThrow('Give the singular of loaner-pools');
  });

  test('a feature that exists is refused', () => {
    expect(() => planFeature(ROOT, 'machine')).toThrow('The feature machine exists already');
  });
});

describe('the plan of a feature', () => {
  const { created, changed } = planFeature(ROOT, 'paper-clip');

  test('has every part: table, entity, rules, policy, access, list, service, both adapters, pages, texts and tests', () => {
    const paths = [...created.keys()].map((path) => path.replace(/\d{3}-/, ''));
    expect(paths.sort()).toEqual([
      'api/src/db/functions/paper-clips/paper_clip_creator.sql',
      'api/src/db/migrations/paper-clips.sql',
      'api/src/paper-clips/README.md',
      'api/src/paper-clips/paper-clip.entity.ts',
      'api/src/paper-clips/paper-clips.access.ts',
      'api/src/paper-clips/paper-clips.contract.ts',
      'api/src/paper-clips/paper-clips.list.rules.ts',
      'api/src/paper-clips/paper-clips.list.ts',
      'api/src/paper-clips/paper-clips.policy.ts',
      'api/src/paper-clips/paper-clips.resolver.ts',
      'api/src/paper-clips/paper-clips.routes.ts',
      'api/src/paper-clips/paper-clips.rules.ts',
      'api/src/paper-clips/paper-clips.service.ts',
      'api/src/paper-clips/paper-clips.test.ts',
      'api/src/paper-clips/paper-clips.types.ts',
      'web/src/features/paper-clips/AddPaperClip.tsx',
      'web/src/features/paper-clips/EditPaperClip.tsx',
      'web/src/features/paper-clips/PaperClipDialog.test.tsx',
      'web/src/features/paper-clips/PaperClipDialog.tsx',
      'web/src/features/paper-clips/README.md',
      'web/src/features/paper-clips/RemovePaperClip.tsx',
      'web/src/features/paper-clips/paperClipList.tsx',
      'web/src/locales/en/paper-clips.json',
      'web/src/locales/es/paper-clips.json',
      'web/src/pages/PaperClipsPage.contract.ts',
      'web/src/pages/PaperClipsPage.test.tsx',
      'web/src/pages/PaperClipsPage.tsx',
    ]);
  });

  test('names the feature in every file and leaves no name of the templates', () => {
    for (const [path, text] of [...created, ...changed])
      expect([path, isUnnamed(path + text), /paper[-_ ]?clip/i.test(path + text)]).toEqual([path, false, true]);
  });

  test('numbers the migration after the last one', () => {
    const last = readdirSync(join(ROOT, 'api/src/db/migrations'))
      .filter((file) => file.endsWith('.sql'))
      .sort()
      .at(-1)!;
    const number = [...created.keys()].find((path) => path.includes('/migrations/'))!.match(/(\d{3})-/)![1];
    expect(Number(number)).toBe(Number(last.slice(0, 3)) + 1);
  });

  test('changes ten files at most: what else names a feature is found by its folder', () => {
    expect(changed.size).toBeLessThanOrEqual(10);
  });

  test('makes a table and its function in a database that has the others', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'airlog-new-feature-'));
    const database = await copyTemplate();
    try {
      cpSync(join(ROOT, 'api/src/db/migrations'), join(folder, 'migrations'), { recursive: true });
      cpSync(join(ROOT, 'api/src/db/functions'), join(folder, 'functions'), { recursive: true });
      for (const [path, text] of created) {
        if (!path.endsWith('.sql')) continue;
        const file = join(folder, path.replace('api/src/db/', ''));
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, text);
      }
      const folders = { migrations: join(folder, 'migrations'), functions: join(folder, 'functions') };
      expect(await migrate(database.ownerUrl, folders)).toBe(1);
      const printed = await databaseText(database.ownerUrl);
      expect(printed).toContain('CREATE TABLE paper_clips (');
      expect(printed).toContain('CREATE FUNCTION paper_clip_creator()');
    } finally {
      await database.drop();
      rmSync(folder, { recursive: true });
    }
  });

  test('adds lines to every registry and removes none', () => {
    for (const [path, text] of changed) {
      const lines = new Set(text.split('\n').map((line) => line.replace(/,$/, '')));
      const present = readFileSync(join(ROOT, path), 'utf8').split('\n');
      expect([path, present.filter((line) => !lines.has(line.replace(/,$/, '')))]).toEqual([path, []]);
    }
  });

  test('imports only what there is', () => {
    const textOf = (path: string) =>
      created.get(path) ??
      changed.get(path) ??
      (existsSync(join(ROOT, path)) ? readFileSync(join(ROOT, path), 'utf8') : '');
    const IMPORT = /^import (?:type )?\{([^}]+)\} from '(\.[^']+\.tsx?)';/gm;
    let found = 0;
    for (const [path, text] of created)
      for (const [, names, file] of text.matchAll(IMPORT)) {
        if (file!.includes('/gql/')) continue; // made of the schema
        const target = textOf(join(path, '..', file!));
        for (const name of names!.split(',').map(
          (one) =>
            one
              .trim()
              .replace(/^type /, '')
              .split(' as ')[0]!,
        )) {
          if (!name) continue;
          found += 1;
          expect([path, name, new RegExp(`export .*\\b${name}\\b`).test(target)]).toEqual([path, name, true]);
        }
      }
    expect(found).toBeGreaterThan(30);
  });

  // Trusted domains are a feature of this kind: the same table, list, form and operations.
  const OF_TRUSTED_DOMAINS = [
    // The rule that they are there for.
    'api/src/users-import/users-import-check.ts',
    'api/src/users-import/users-import.test.ts',
    'api/src/users/form/user-form.service.ts',
    // Support staff in an organization.
    'api/src/organizations/acting-organization.test.ts',
    // They are deleted too.
    'api/test/contract/audit.test.ts',
    'api/test/contract/permitted-writes.test.ts',
    // The keyboard removes some.
    'web/e2e/keyboard.test.ts',
  ];
  const NAMED = /trusted[-_ ]?domain/i;
  const PRINTED = /^api\/src\/(db|folders)\//;
  const nameOfTwin = (path: string) =>
    !NAMED.test(path) && !PRINTED.test(path) && NAMED.test(readFileSync(join(ROOT, path), 'utf8'));

  test('adds to every file that names the trusted domains, apart from those of their own rule', () => {
    const places = ['api/{src,test/contract}/**/*.ts', 'web/{src,e2e}/**/*.{ts,tsx}'];
    const files = globSync(places, { cwd: ROOT }).filter((path) => !path.includes('/gql/') && nameOfTwin(path));
    expect(files.filter((path) => !changed.has(path)).sort()).toEqual(OF_TRUSTED_DOMAINS.toSorted());
  });

  test('removes as the trusted domains do', () => {
    const twin = readFileSync(join(ROOT, 'web/src/features/trusted-domains/RemoveTrustedDomain.tsx'), 'utf8');
    const named = twin
      .replace('a trusted domain after a question; existing users stay.', 'a paper clip after a question.')
      .replace('{ domain }: { domain:', '{ paperClip }: { paperClip:')
      .replace('} = domain;', '} = paperClip;');
    expect(created.get('web/src/features/paper-clips/RemovePaperClip.tsx')).toBe(
      named
        .replaceAll('TrustedDomain', 'PaperClip')
        .replaceAll('trustedDomain', 'paperClip')
        .replaceAll('trusted-domains', 'paper-clips'),
    );
  });

  test('writes nothing', () => {
    expect([...created.keys()].filter((path) => existsSync(join(ROOT, path)))).toEqual([]);
  });
});

describe('an insertion', () => {
  const LIST = 'const all = [\n  alpha,\n  Gamma,\n];\n';

  test.each([
    ['beta', 'const all = [\n  alpha,\n  beta,\n  Gamma,\n];\n'],
    ['aaa', 'const all = [\n  aaa,\n  alpha,\n  Gamma,\n];\n'],
    ['zeta', 'const all = [\n  alpha,\n  Gamma,\n  zeta,\n];\n'],
  ])('puts %s at its place in a sorted list', (name, text) => {
    expect(sortedLine('all = [', '];', `  ${name},`)(LIST, asIs)).toBe(text);
  });

  test('puts an import at its place, those of parent folders first', () => {
    const file = "import { x } from 'x';\nimport {\n  a,\n} from '../a.ts';\nimport { c } from './c.ts';\n";
    const imports = (path: string) =>
      [...importLine('{ b }', path)(file, asIs).matchAll(/from '(.*)'/g)].map(([, from]) => from);
    expect(imports('../b.ts')).toEqual(['x', '../a.ts', '../b.ts', './c.ts']);
    expect(imports('./b.ts')).toEqual(['x', '../a.ts', './b.ts', './c.ts']);
    expect(imports('./d.ts')).toEqual(['x', '../a.ts', './c.ts', './d.ts']);
  });

  test('puts a text at its place in a sorted file, and texts at the end of one that is not', () => {
    const file = '{\n  "a": { "z": "1" },\n  "c": "3"\n}\n';
    expect(jsonSorted('b', '2')(file, asIs)).toBe('{\n  "a": { "z": "1" },\n  "b": "2",\n  "c": "3"\n}\n');
    expect(jsonSorted('d', '4')(file, asIs)).toBe('{\n  "a": { "z": "1" },\n  "c": "3",\n  "d": "4"\n}\n');
    expect(jsonEnd({ b: '2' })(file, asIs)).toBe('{\n  "a": { "z": "1" },\n  "c": "3",\n  "b": "2"\n}\n');
  });

  test('fails when its place is missing or not the only one', () => {
    expect(() => before('  beta,', '  x,')(LIST, asIs)).toThrow('There is no');
    expect(() => before('  ', '  x,')(LIST, asIs)).toThrow('There are several');
    expect(() => sortedLine('none = [', '];', '  x,')(LIST, asIs)).toThrow('There is no');
  });
});

describe('writing', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'airlog-new-'));
    mkdirSync(join(root, 'old'));
    for (const file of ['old/registry', 'printed']) writeFileSync(join(root, file), 'before');
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const plan = { created: new Map([['new/file', 'text']]), changed: new Map([['old/registry', 'after']]) };
  const tree = () => readdirSync(root, { recursive: true, encoding: 'utf8' }).sort();
  const textOf = (file: string) => readFileSync(join(root, file), 'utf8');

  test('leaves the files of the plan', () => {
    writePlan(root, plan, ['printed'], () => undefined);
    expect([textOf('new/file'), textOf('old/registry')]).toEqual(['text', 'after']);
  });

  test('leaves everything as it was when a step fails', () => {
    const step = () => {
      writeFileSync(join(root, 'printed'), 'half');
      throw new Error('no schema');
    };
    expect(() => writePlan(root, plan, ['printed'], step)).toThrow('no schema');
    expect(tree()).toEqual(['old', 'old/registry', 'printed']);
    expect([textOf('old/registry'), textOf('printed')]).toEqual(['before', 'before']);
  });
});
