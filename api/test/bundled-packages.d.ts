/** Bundles the API's packages for Jest when they have changed since. */
export function bundlePackages(): Promise<void>;
