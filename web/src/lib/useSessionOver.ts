import { useSyncExternalStore } from 'react';
import { isSessionOver, onSessionChange } from './sessionGuard.ts';

/** Returns whether the user has to sign in again over the page. */
export const useSessionOver = (): boolean => useSyncExternalStore(onSessionChange, isSessionOver);
