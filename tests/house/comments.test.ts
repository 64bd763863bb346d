import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const FOLDERS = ['server', 'shared', 'simulator', 'tests', 'tools', 'web']
/** First words after which a reader does not know yet what is spoken of. */
const UNNAMED =
  /(?:\/\*\*|\/\/) (What|Who|Whoever|Of|One|Without|How|When|Not|Nobody|Where|Whether|Those|Whatever|Somebody|Nothing|Only|Once|They|Held|Left)\b.*/g

const unnamedIn = (source: string): string[] => source.match(UNNAMED) ?? []

test('comments begin with what they speak of', () => {
  const files = FOLDERS.flatMap(folder =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map(file => join(folder, file)),
  ).filter(file => /\.(tsx?|mjs)$/.test(file) && !file.endsWith('comments.test.ts'))
  expect(files.length).toBeGreaterThan(1500)
  const found = files.flatMap(file => unnamedIn(readFileSync(join(ROOT, file), 'utf8')).map(line => `${file}: ${line}`))
  expect(found).toEqual([])
})

test('a comment without a subject is noticed', () => {
  expect(unnamedIn('/** What it says. */')).toEqual(['/** What it says. */'])
  expect(unnamedIn('// Without it nothing works.')).toEqual(['// Without it nothing works.'])
  expect(unnamedIn("/** Note of it. */\nconst at = 'http://one'")).toEqual([])
})
