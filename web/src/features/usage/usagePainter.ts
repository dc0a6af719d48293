import type { Shape } from './usageShapes.ts';

const FONT = '11px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';

interface Area {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Draws shapes on a canvas, each over the one before, and nothing outside of `within`. */
export function paint(context: CanvasRenderingContext2D, shapes: readonly Shape[], within?: Area): void {
  context.save();
  if (within) {
    const { left, right, top, bottom } = within;
    context.beginPath();
    context.rect(left, top, right - left, bottom - top);
    context.clip();
  }
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
    case 'bars':
      context.beginPath();
      for (const bar of shape.bars) context.rect(...bar);
      context.fillStyle = shape.fill;
      context.fill();
      if (!shape.stroke) return;
      context.strokeStyle = shape.stroke;
      context.lineWidth = 1;
      context.setLineDash([]);
      context.stroke();
      return;
    case 'curve':
      curve(context, shape);
      return;
    case 'points':
      points(context, shape);
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

function curve(
  context: CanvasRenderingContext2D,
  { points: at, color, width, dash = [] }: Extract<Shape, { kind: 'curve' }>,
): void {
  context.beginPath();
  let isBroken = true;
  for (const point of at) {
    if (point && isBroken) context.moveTo(...point);
    else if (point) context.lineTo(...point);
    isBroken = point === null;
  }
  context.strokeStyle = color;
  context.lineWidth = width;
  context.lineJoin = 'round';
  context.setLineDash(dash);
  context.stroke();
}

/** All points are one path. */
function points(
  context: CanvasRenderingContext2D,
  { form, at, radius, color }: Extract<Shape, { kind: 'points' }>,
): void {
  context.beginPath();
  for (const [x, y] of at) {
    if (form === 'circle') {
      context.moveTo(x + radius, y);
      context.arc(x, y, radius, 0, 2 * Math.PI);
    } else {
      context.moveTo(x, y - radius);
      context.lineTo(x + 0.87 * radius, y + radius / 2);
      context.lineTo(x - 0.87 * radius, y + radius / 2);
    }
  }
  context.fillStyle = color;
  context.fill();
}
