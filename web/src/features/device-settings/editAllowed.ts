/** The only reason after which the settings page still opens (document 000, section 8). */
export const warnsOnly = (editAllowed: string) => editAllowed === 'edit_settings.no_ventilator';

/** In the settings page's address: the warning was shown and accepted where the link stood. */
export const acceptedWarning = 'warning=accepted';
