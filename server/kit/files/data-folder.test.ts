import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'barnometer-folder-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const modeOf = (path: string): string => (statSync(join(folder, path)).mode & 0o777).toString(8)

test('the data folder is closed to others on the machine: what lay in it, and what is made', () => {
  mkdirSync(join(folder, 'exports'))
  for (const path of ['catalogue.sqlite', 'exports/one.csv']) writeFileSync(join(folder, path), '')
  for (const [path, mode] of [
    ['.', 0o755],
    ['exports', 0o755],
    ['catalogue.sqlite', 0o644],
    ['exports/one.csv', 0o644],
  ] as const)
    chmodSync(join(folder, path), mode)
  const module = new URL('./data-folder.ts', import.meta.url).href
  const script = `const { takeDataFolder } = await import('${module}'); takeDataFolder(process.argv[1]);
    (await import('node:fs')).writeFileSync(process.argv[1] + '/new', '')`
  execFileSync(process.execPath, ['--input-type=module', '-e', script, folder])
  expect(['.', 'exports', 'catalogue.sqlite', 'exports/one.csv', 'new'].map(modeOf)).toEqual([
    '700',
    '700',
    '600',
    '600',
    '600',
  ])
})
