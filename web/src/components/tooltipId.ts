/** The one tooltip of the page, to which its elements belong. */
export const TOOLTIP = 'tooltip';
