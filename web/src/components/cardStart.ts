import { createContext, type ReactNode } from 'react';

/** What the next card has before its title: the button that folds a panel (Foldable). */
export const CardStart = createContext<ReactNode>(null);
