/** Texts that tell what was changed. */
export const CHANGE_TEXTS = ['device-settings', 'people', 'access-tokens', 'groups'] as const
