import { cloneElement, useId, type ReactElement } from 'react';
import { useLoaded } from '../lib/useLoaded.ts';
import { TOOLTIP } from './tooltipId.ts';

const loadRegion = () => import('./TooltipRegion.tsx');

/** Names an element on hover and focus: <Tooltip content={t('copy')}><IconButton …/></Tooltip>. */
export function Tooltip({ content, children }: { content: string; children: ReactElement<{ id?: string }> }) {
  const id = useId();
  return cloneElement(children, { id, 'data-tooltip': content, 'data-ownedby': TOOLTIP } as object);
}

/** Shows the tooltips; once in the client. Loaded at the first sign of the user. */
export function Tooltips() {
  const loaded = useLoaded(loadRegion, false);
  return loaded ? <loaded.TooltipRegion /> : null;
}
