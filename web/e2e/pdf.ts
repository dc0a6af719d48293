import { inflateSync } from 'node:zlib';

interface Sheet {
  text: string;
  /** Fill colors of its text: red, green, blue from 0 to 1. */
  inks: number[][];
}

/**
 * Returns the text on each sheet of a PDF by Chromium: uncompressed objects, glyphs named by the fonts' ToUnicode maps.
 */
export function sheetsOf(pdf: Buffer): Sheet[] {
  const file = pdf.toString('latin1');
  const objects = new Map([...file.matchAll(/^(\d+) 0 obj\n(.*?)\nendobj/gms)].map(([, id, body]) => [id!, body!]));
  const object = (id: string) => objects.get(id) ?? '';
  const stream = (id: string) => {
    const raw = /stream\r?\n(.*)\r?\nendstream/s.exec(object(id))?.[1] ?? '';
    return inflateSync(Buffer.from(raw, 'latin1')).toString('latin1');
  };
  const glyphs = new Map(
    [...objects].flatMap(([id, body]) => {
      const map = /\/ToUnicode (\d+) 0 R/.exec(body)?.[1];
      return map ? [[id, unicodeOf(stream(map))] as const] : [];
    }),
  );
  return [...objects.values()]
    .filter((body) => /\/Type \/Page\b/.test(body))
    .map((page) => {
      const fonts = new Map(
        [.../\/Font <<(.*?)>>/s.exec(page)![1]!.matchAll(/\/(\w+) (\d+) 0 R/g)].map(([, name, id]) => [
          name!,
          glyphs.get(id!),
        ]),
      );
      return drawn(stream(/\/Contents (\d+) 0 R/.exec(page)![1]!), fonts);
    });
}

type Glyphs = Map<string, string>;

const character = (hex: string) => String.fromCodePoint(Number.parseInt(hex, 16));

function unicodeOf(map: string): Glyphs {
  const glyphs: Glyphs = new Map();
  for (const [, block] of map.matchAll(/beginbfchar(.*?)endbfchar/gs)) {
    for (const [, glyph, code] of block!.matchAll(/<(\w+)> <(\w+)>/g)) glyphs.set(glyph!, character(code!));
  }
  for (const [, block] of map.matchAll(/beginbfrange(.*?)endbfrange/gs)) {
    for (const [, first, last, code] of block!.matchAll(/<(\w+)> <(\w+)> <(\w+)>/g)) {
      for (let at = 0; at <= Number.parseInt(last!, 16) - Number.parseInt(first!, 16); at += 1) {
        const glyph = (Number.parseInt(first!, 16) + at).toString(16).toUpperCase().padStart(4, '0');
        glyphs.set(glyph, String.fromCodePoint(Number.parseInt(code!, 16) + at));
      }
    }
  }
  return glyphs;
}

function drawn(content: string, fonts: Map<string, Glyphs | undefined>): Sheet {
  const saved: number[][] = [];
  const inks = new Set<string>();
  let ink = [0, 0, 0];
  let font: Glyphs | undefined;
  let text = '';
  for (const line of content.split('\n')) {
    if (line === 'q') saved.push(ink);
    if (line === 'Q') ink = saved.pop() ?? ink;
    const color = /([\d.]+) ([\d.]+) ([\d.]+) rg$/.exec(line);
    if (color) ink = color.slice(1).map(Number);
    const name = /^\/(\w+) [\d.]+ Tf$/.exec(line)?.[1];
    if (name) font = fonts.get(name);
    const shown = /<(\w+)> Tj$/.exec(line)?.[1];
    if (!shown) continue;
    inks.add(ink.join(' '));
    text += shown
      .match(/.{4}/g)!
      .map((glyph) => font?.get(glyph.toUpperCase()) ?? '\uFFFD')
      .join('');
  }
  return { text, inks: [...inks].map((each) => each.split(' ').map(Number)) };
}
