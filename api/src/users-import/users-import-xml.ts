import { StringDecoder } from 'node:string_decoder';
import sax, { type SAXParser } from 'sax';
import type { Archive } from './users-import-zip.ts';

/** What is done with the elements of a part. Names are without their prefix. */
export interface Elements {
  open?: (name: string, attributes: Record<string, string>) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/** Elements around an element of a workbook, itself included; Excel writes about ten. */
const MAX_DEPTH = 20;
/** Attributes of one element; Excel writes about twenty. */
const MAX_ATTRIBUTES = 50;

/**
 * Reads a part as XML while it is inflated, so that no tree of it is ever in memory. The first thing that is refused ends
 * it: too many elements in one another, too many attributes of an element, a name or value of more than 65,536 characters
 * (the library), and a document type: with it come entities, and a workbook has none.
 */
export async function readXml(archive: Archive, part: string, { open, text, close }: Elements): Promise<void> {
  const parser = sax.parser(true);
  const decoder = new StringDecoder('utf8');
  let [depth, attributes] = [0, 0];
  const refuse = (what: string) => {
    throw new Error(`A workbook has no ${what}.`);
  };
  const events: Partial<SAXParser> = {
    onerror: (error) => {
      throw error;
    },
    ondoctype: () => refuse('document type'),
    // Before the attributes are read.
    onopentagstart: () => {
      [depth, attributes] = [depth + 1, 0];
      if (depth > MAX_DEPTH) refuse(`elements in one another more than ${MAX_DEPTH} deep`);
    },
    onattribute: () => {
      attributes += 1;
      if (attributes > MAX_ATTRIBUTES) refuse(`element with more than ${MAX_ATTRIBUTES} attributes`);
    },
    onopentag: ({ name, attributes: values }) => open?.(localName(name), values as Record<string, string>),
    ontext: (piece) => text?.(piece),
    oncdata: (piece) => text?.(piece),
    onclosetag: (name) => {
      depth -= 1;
      close?.(localName(name));
    },
  };
  Object.assign(parser, events);
  await archive.read(part, (piece) => void parser.write(decoder.write(piece)));
  parser.write(decoder.end()).close();
}
