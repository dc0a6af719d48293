import { after, before, importLine, jsonEnd, jsonSorted, type Insertion } from './insert.ts';

const API_TEXTS = {
  'activity.act.createSampleItem': ['[Created|create] a sample item', '[Creó|crear] un sample item'],
  'activity.act.deleteSampleItem': ['[Deleted|delete] a sample item', '[Eliminó|eliminar] un sample item'],
  'activity.act.updateSampleItem': ['[Changed|change] a sample item', '[Cambió|cambiar] un sample item'],
  'conflict.sample_item': [
    'Someone else changed this sample item while you were editing. Nothing was saved. Review the newer values, then save again.',
    'Otra persona cambió este sample item mientras usted lo editaba. No se guardó nada. Revise los valores más recientes y guarde de nuevo.',
  ],
  'sample_item.name_taken': [
    'This name is already in use. Enter another name.',
    'Este nombre ya está en uso. Introduzca otro nombre.',
  ],
  'sample_items.csv.id': ['ID', 'ID'],
  'sample_items.csv.name': ['Name', 'Nombre'],
  'sample_items.csv.created_by': ['Created By', 'Creado por'],
  'sample_items.csv.created': ['Created ({{zone}})', 'Creado ({{zone}})'],
} as const;

/** The texts in English (0) or Spanish (1). */
const texts = (language: 0 | 1): Record<string, string> =>
  Object.fromEntries(Object.entries(API_TEXTS).map(([key, both]) => [key, both[language]]));

const VIEWER_FIELD = `  @Field(() => Boolean, { description: 'True when the user may list, create, change and delete sample items.' })
  get viewerCanManageSampleItems(): boolean {
    return canManageSampleItems(this.session);
  }
`;

/** Where the code of the api names every feature: file and insertions, written for a "sample item" as the templates are. */
const API: Record<string, Insertion[]> = {
  'api/src/auth/viewer.types.ts': [
    importLine('{ canManageSampleItems }', '../sample-items/sample-items.policy.ts'),
    before(
      "  @Field(() => Boolean, { description: 'True when the user may open GraphiQL and read the schema.' })",
      VIEWER_FIELD,
    ),
  ],
  'api/src/activity/rest-names.ts': [
    before("  'POST /api/trusted-domains': 'createTrustedDomain',", "  'POST /api/sample-items': 'createSampleItem',"),
  ],
  'api/src/locales/en.json': [jsonEnd(texts(0))],
  'api/src/locales/es.json': [jsonEnd(texts(1))],
};

const ROUTE = `                      {
                        path: '/sample-items',
                        lazy: async () => ({ Component: (await import('../pages/SampleItemsPage.tsx')).SampleItemsPage }),
                      },`;

const ENTRY = `  {
    to: urls.sampleItems,
    icon: ListChecks,
    name: 'sampleItems',
    group: 'work',
    may: ({ viewerCanManageSampleItems }) => viewerCanManageSampleItems,
  },`;

/** Where the web client names every page. */
const WEB: Record<string, Insertion[]> = {
  'web/src/app/places.ts': [
    (text, named) =>
      text.includes('  ListChecks,\n') ? text : before('  MonitorSmartphone,', '  ListChecks,')(text, named),
    after("  { to: urls.icodeReports, icon: FileDigit, name: 'icodeReports', group: 'work' },", ENTRY),
  ],
  'web/src/app/router.tsx': [before("                      {\n                        path: '/users',", ROUTE)],
  'web/src/app/SessionGate.tsx': [before('      viewerCanUseGraphiql', '      viewerCanManageSampleItems')],
  'web/src/lib/urls.ts': [before("  users: '/users',", "  sampleItems: '/sample-items',")],
  'web/src/locales/en/shell.json': [jsonSorted('sampleItems', 'Sample items')],
  'web/src/locales/es/shell.json': [jsonSorted('sampleItems', 'Sample items')],
};

/** Every file that names each feature, and what a new feature adds to it. */
export const registries: Record<string, Insertion[]> = { ...API, ...WEB };
