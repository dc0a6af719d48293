const files = import.meta.glob<Record<string, unknown>>('./en/*.json', { eager: true, import: 'default' });

/** Every text in English, by namespace. One chunk, fetched only when the language is used. */
export const texts = Object.fromEntries(
  Object.entries(files).map(([path, content]) => [path.replace(/^.*\/|\.json$/g, ''), content]),
);
