import type { Shape } from './usageShapes.ts';

const FONT = '11px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';

/** Draws shapes on a canvas, each over the one before. */
export function paint(context: CanvasRenderingContext2D, shapes: readonly Shape[]): void {
  context.save();
  context.font = FONT;
  context.textBaseline = 'middle';
  for (const shape of shapes) paintOne(context, shape);
  context.restore();
}

function paintOne(context: CanvasRenderingContext2D, shape: Shape): void {
  switch (shape.kind) {
    case 'rect': {
      const { x, y, width, height, fill, stroke } = shape;
      if (fill) {
        context.fillStyle = fill;
        context.fillRect(x, y, width, height);
      }
      if (stroke) {
        context.strokeStyle = stroke;
        context.lineWidth = 1.5;
        context.setLineDash([]);
        context.strokeRect(x + 0.75, y + 0.75, width - 1.5, height - 1.5);
      }
      return;
    }
    case 'line':
      stroke(context, shape.color, shape.width, shape.dash, [shape.from, shape.to]);
      return;
    case 'text':
      context.fillStyle = shape.color;
      context.textAlign = shape.align;
      context.fillText(shape.text, shape.x, shape.y);
      return;
    case 'diamond': {
      const { x, y, size, color } = shape;
      context.beginPath();
      context.moveTo(x, y - size);
      context.lineTo(x + size, y);
      context.lineTo(x, y + size);
      context.lineTo(x - size, y);
      context.closePath();
      context.fillStyle = color;
      context.fill();
      return;
    }
    case 'ring':
      context.beginPath();
      context.arc(shape.x, shape.y, shape.size, 0, 2 * Math.PI);
      context.strokeStyle = shape.color;
      context.lineWidth = 1.5;
      context.setLineDash([]);
      context.stroke();
      return;
    case 'cross': {
      const { x, y, size, color } = shape;
      stroke(context, color, 1.5, [], [[x - size, y - size], [x + size, y + size]]); // prettier-ignore
      stroke(context, color, 1.5, [], [[x - size, y + size], [x + size, y - size]]); // prettier-ignore
    }
  }
}

function stroke(
  context: CanvasRenderingContext2D,
  color: string,
  width: number,
  dash: number[] = [],
  [from, to]: [[number, number], [number, number]],
): void {
  context.beginPath();
  context.strokeStyle = color;
  context.lineWidth = width;
  context.setLineDash(dash);
  context.moveTo(...from);
  context.lineTo(...to);
  context.stroke();
}
