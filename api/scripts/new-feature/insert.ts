/**
 * A change of one text; throws when the place for it is missing. What it inserts is written for a "sample item", and
 * `named` puts the name of the feature in.
 */
export type Insertion = (text: string, named: (sample: string) => string) => string;

const keyOf = (line: string) => line.trim().toLowerCase();

/** Returns the offset after the only occurrence of `anchor`; throws when there is none or there are several. */
function endOf(text: string, anchor: string): number {
  const start = text.indexOf(anchor);
  if (start < 0 || text.includes(anchor, start + 1))
    throw new Error(`${start < 0 ? 'There is no' : 'There are several'} ${JSON.stringify(anchor)}.`);
  return start + anchor.length;
}

const insertAt = (text: string, offset: number, block: string) => text.slice(0, offset) + block + text.slice(offset);

/** Inserts lines after the only occurrence of `anchor`, the end of a line. */
export const after =
  (anchor: string, block: string): Insertion =>
  (text, named) =>
    insertAt(text, endOf(text, `${anchor}\n`), `${named(block)}\n`);

/** Inserts lines before the only occurrence of `anchor`, the beginning of a line. */
export const before =
  (anchor: string, block: string): Insertion =>
  (text, named) =>
    insertAt(text, endOf(text, `\n${anchor}`) - anchor.length, `${named(block)}\n`);

/** Inserts one line into the sorted lines between `opening`, which ends a line, and the next line that begins with `closing`. */
export const sortedLine =
  (opening: string, closing: string, sample: string): Insertion =>
  (text, named) => {
    const line = named(sample);
    const start = endOf(text, `${opening}\n`);
    const end = text.indexOf(`\n${closing}`, start - 1) + 1;
    if (end === 0) throw new Error(`No line after ${JSON.stringify(opening)} begins with ${JSON.stringify(closing)}.`);
    let offset = start;
    for (const present of text.slice(start, end).split('\n').slice(0, -1)) {
      if (keyOf(present) > keyOf(line)) break;
      offset += present.length + 1;
    }
    return insertAt(text, offset, `${line}\n`);
  };

/** Inserts an import at its place: the imports of a file are sorted by folder, those of `../` before those of `./`. */
export const importLine =
  (names: string, file: string): Insertion =>
  (text, named) => {
    const path = named(file);
    const statements = [...text.matchAll(/^import [^;]*? from '(\.[^']*)'[^;]*;\n/gm)];
    const last = statements.at(-1);
    if (!last) throw new Error('There is no import of another file.');
    const rank = (one: string) => `${one.startsWith('../') ? 0 : 1}${one.toLowerCase().replaceAll('/', '\0')}`;
    const next = statements.find(([, present]) => rank(present!) > rank(path));
    return insertAt(text, next ? next.index : last.index + last[0].length, `import ${named(names)} from '${path}';\n`);
  };

const jsonLine = (key: string, text: string) => `  ${JSON.stringify(key)}: ${JSON.stringify(text)}`;

/** Adds texts at the end of a JSON file. */
export const jsonEnd =
  (added: Record<string, string>): Insertion =>
  (text, named) => {
    const lines = Object.entries(added).map(([key, value]) => named(jsonLine(key, value)));
    return text.replace(/\n\}\n$/, `,\n${lines.join(',\n')}\n}\n`);
  };

/** Adds one text to a JSON file whose keys are sorted. */
export const jsonSorted =
  (sample: string, added: string): Insertion =>
  (text, named) => {
    const key = named(sample);
    const next = [...text.matchAll(/^ {2}"([^"]+)":/gm)].find(([, present]) => keyOf(present!) > keyOf(key));
    return next
      ? insertAt(text, next.index, `${named(jsonLine(key, added))},\n`)
      : jsonEnd({ [key]: added })(text, named);
  };
