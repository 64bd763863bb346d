/** `heard`: a message in the last 180 minutes; `silent`: none since; `never`: none at all. */
export const FLEET_STATES = ['heard', 'silent', 'never'] as const
