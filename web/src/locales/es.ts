const files = import.meta.glob<Record<string, unknown>>('./es/*.json', { eager: true, import: 'default' });

/** Every text in Spanish, by namespace. One chunk, fetched only when the language is used. */
export const texts = Object.fromEntries(
  Object.entries(files).map(([path, content]) => [path.replace(/^.*\/|\.json$/g, ''), content]),
);
