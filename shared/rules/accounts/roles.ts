export const PERMISSIONS = ['pro-analysis', 'research-analysis'] as const
export type Permission = (typeof PERMISSIONS)[number]

/** Roles an account may have, each with what it permits. */
const PERMITS = {
  administrator: PERMISSIONS,
  pro_analyst: ['pro-analysis'],
  researcher: ['research-analysis'],
} as const satisfies Record<string, readonly Permission[]>

export type Role = keyof typeof PERMITS
export const ROLES = ['administrator', 'pro_analyst', 'researcher'] as const satisfies readonly Role[]

/** Permissions of somebody with these roles: of all of them together. */
export const permissionsOf = (roles: readonly Role[]): Permission[] =>
  PERMISSIONS.filter(permission => roles.some(role => PERMITS[role].some(one => one === permission)))
