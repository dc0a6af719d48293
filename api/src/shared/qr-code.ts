import { create } from 'qrcode';

/** Returns a QR code as the path of an SVG whose sides are `size` modules long. */
export function qrCode(text: string): { path: string; size: number } {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  const dark = [...data].flatMap((module, index) =>
    module ? [`M${index % size} ${Math.floor(index / size)}h1v1h-1z`] : [],
  );
  return { path: dark.join(''), size };
}
