/** `unconfirmed`: the address waits for its confirmation. */
export const ACCOUNT_STATES = ['active', 'unconfirmed', 'suspended'] as const
