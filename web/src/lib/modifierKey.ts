/** Returns the name of the key for shortcuts: Cmd on devices by Apple, elsewhere Ctrl. */
export const modifierKey = (): 'Cmd' | 'Ctrl' => (/Mac|iP(hone|ad)/.test(navigator.platform) ? 'Cmd' : 'Ctrl');
