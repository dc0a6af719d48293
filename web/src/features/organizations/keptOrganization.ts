import { keepForm, keptForm } from '../../lib/keptForm.ts';
import type { OrganizationValues } from './organizationForm.ts';

const nameOf = (userId: number) => `organization:${userId}`;

/** Returns the half-typed organization that a user left in this tab; null without one. */
export const keptOrganization = (userId: number): OrganizationValues | null => keptForm(nameOf(userId));

/** Whether there is one. */
export const isOrganizationKept = (userId: number): boolean => keptForm(nameOf(userId)) !== null;

/** Keeps a half-typed organization, or with null forgets it; returns whether the browser lets it. */
export const keepOrganization = (userId: number, values: unknown): boolean => keepForm(nameOf(userId), values);
