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

/** Rights of an account as a change names them: administration by itself, and the permissions of its other roles. */
export interface Rights {
  admin: boolean
  permissions: Permission[]
}

/** Rights that make somebody have these roles and no others. */
export const rightsOf = (roles: readonly Role[]): Rights => ({
  admin: roles.includes('administrator'),
  permissions: permissionsOf(roles.filter(role => role !== 'administrator')),
})

/** Roles of somebody with these rights: all whose permissions are among them. */
export const rolesWith = ({ admin, permissions }: Rights): Role[] =>
  ROLES.filter(role => (role === 'administrator' ? admin : PERMITS[role].every(one => permissions.includes(one))))

/** Permissions of somebody with these roles: of all of them together. */
export const permissionsOf = (roles: readonly Role[]): Permission[] =>
  PERMISSIONS.filter(permission => roles.some(role => PERMITS[role].some(one => one === permission)))
