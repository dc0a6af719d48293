const FINAL_TEXT = 0x81;
/** Lengths that fit the second byte of a header, and the two bytes behind it. */
const SHORT = 125;
const MEDIUM = 65_535;

/**
 * Returns the bytes of a text as a frame of a server: whole, unmasked and not compressed (RFC 6455, section 5.2). They can
 * be written to any number of sockets, each with one write, where the library makes two parts for each socket.
 */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const headerLength = length <= SHORT ? 2 : length <= MEDIUM ? 4 : 10;
  const frame = Buffer.allocUnsafe(headerLength + length);
  frame[0] = FINAL_TEXT;
  if (length <= SHORT) frame[1] = length;
  else if (length <= MEDIUM) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, headerLength);
  return frame;
}
