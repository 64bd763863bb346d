import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const WEB = fileURLToPath(new URL('../../web', import.meta.url))
/** First words after which a reader does not know yet what is spoken of. */
const UNNAMED = /(?:\/\*\*|\/\/) (What|Who|Whoever|Of|One|Without|How|When|Not|Nobody|Where|Whether|Those)\b.*/g

const unnamedIn = (source: string): string[] => source.match(UNNAMED) ?? []

test('comments of the screens begin with what they speak of', () => {
  const files = readdirSync(WEB, { recursive: true, encoding: 'utf8' }).filter(file => /\.tsx?$/.test(file))
  expect(files.length).toBeGreaterThan(300)
  const found = files.flatMap(file => unnamedIn(readFileSync(join(WEB, file), 'utf8')).map(line => `${file}: ${line}`))
  expect(found).toEqual([])
})

test('a comment without a subject is noticed', () => {
  expect(unnamedIn('/** What it says. */')).toEqual(['/** What it says. */'])
  expect(unnamedIn('// Without it nothing works.')).toEqual(['// Without it nothing works.'])
  expect(unnamedIn("/** Note of it. */\nconst at = 'http://one'")).toEqual([])
})
