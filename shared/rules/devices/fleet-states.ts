/** `silent`: nothing heard for longer than the limit of the device; `heard`: something; `never`: no message at all. */
export const FLEET_STATES = ['heard', 'silent', 'never'] as const
