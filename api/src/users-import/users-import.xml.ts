import { StringDecoder } from 'node:string_decoder';
import { SaxesParser } from 'saxes';
import type { Archive } from './users-import.zip.ts';

/** What is done with the elements of a part. Names are without their prefix. */
export interface Elements {
  open?: (name: string, attributes: Record<string, string>) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/**
 * Reads a part as XML while it is inflated, so that no tree of it is ever in memory. A document type is refused: with it
 * come entities, and a workbook has none.
 */
export async function readXml(archive: Archive, part: string, { open, text, close }: Elements): Promise<void> {
  const parser = new SaxesParser();
  const decoder = new StringDecoder('utf8');
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', () => {
    throw new Error('A workbook has no document type.');
  });
  parser.on('opentag', (tag) => open?.(localName(tag.name), tag.attributes));
  parser.on('text', (piece) => text?.(piece));
  parser.on('cdata', (piece) => text?.(piece));
  parser.on('closetag', (tag) => close?.(localName(tag.name)));
  await archive.read(part, (piece) => void parser.write(decoder.write(piece)));
  parser.write(decoder.end()).close();
}
