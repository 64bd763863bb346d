import { globSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Files that set up each file of a project: what they replace is replaced for all of them alike. */
const SET_UP = ['server/testing/cheap-passwords.ts']
/** Folders whose tests have a process each. */
const APART = ['tests/crash/', 'tests/fuzz/', 'tests/real-data/']
/** Shared modules of the pages that tests replace by one that draws or asks nothing. No further one comes to them. */
const REPLACED = [
  'web/kit/api/kept-record.ts',
  'web/kit/api/session.ts',
  'web/kit/api/tab-events.ts',
  'web/kit/routing/link.tsx',
  'web/ui/feedback/toast.ts',
  'web/ui/overlays/leave-guard.tsx',
]

/** Modules that a file replaces, as paths from the root; packages by their name. */
const replacedIn = (file: string): string[] => {
  const text = readFileSync(join(ROOT, file), 'utf8')
  return [...text.matchAll(/\bvi\s*\.\s*(?:mock|doMock)\(\s*(?:import\()?\s*['"`]([^'"`]+)/g)].map(([, name = '']) =>
    name.startsWith('#')
      ? name.slice(1)
      : name.startsWith('.')
        ? relative(ROOT, resolve(ROOT, file, '..', name))
        : name,
  )
}

const replaced = globSync('{shared,server,simulator,tests,web}/**/*.{ts,tsx}', { cwd: ROOT })
  .filter(file => !SET_UP.includes(file) && !APART.some(folder => file.startsWith(folder)))
  .flatMap(file => replacedIn(file).map(module => ({ file, module })))
const sentence = ({ file, module }: { file: string; module: string }) => `${file} replaces ${module}`

// Test files share a process and its modules: one that was read while another was replaced keeps the false one for the files after it.
test('no module of the server, nor of what both sides share, is replaced by a test', () => {
  expect(replaced.filter(({ file }) => !file.startsWith('web/')).map(sentence)).toEqual([])
  expect(replaced.filter(({ module }) => !module.startsWith('web/')).map(sentence)).toEqual([])
})

test('a shared module of the pages is replaced only where there was no other way', () => {
  const shared = replaced.filter(({ module }) => /^web\/(kit|ui)\//.test(module))
  expect(shared.filter(({ module }) => !REPLACED.includes(module)).map(sentence)).toEqual([])
  expect(REPLACED.filter(module => !shared.some(one => one.module === module))).toEqual([])
})
