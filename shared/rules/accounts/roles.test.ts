import { expect, test } from 'vitest'
import { permissionsOf } from './roles.ts'

test('permissions are those of all roles together, each once', () => {
  expect(permissionsOf([])).toEqual([])
  expect(permissionsOf(['pro_analyst'])).toEqual(['pro-analysis'])
  expect(permissionsOf(['researcher', 'pro_analyst'])).toEqual(['pro-analysis', 'research-analysis'])
  expect(permissionsOf(['administrator', 'researcher'])).toEqual(['pro-analysis', 'research-analysis'])
})
