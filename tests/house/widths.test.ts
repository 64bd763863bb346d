import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Widths (px) that are those of pages; a smaller one is of something on a page. */
const PAGE = { from: 600, until: 1800 }

/** Files whose pages stand alone: for visitors, printed, or one big picture. */
const ALONE = [
  'web/users/sign-in/visitor.module.css',
  'web/research/snapshots/published.module.css',
  'web/locations/home/first-start.module.css',
  'web/diary/answers/answer.module.css',
]

/** Declared widths of a style sheet in px, without those of conditions. */
const widthsIn = (css: string): number[] =>
  [...css.matchAll(/^\s+max-width: (\d+(?:\.\d+)?)(px|rem);$/gm)].map(([, value, unit]) =>
    unit === 'rem' ? Number(value) * 16 : Number(value),
  )

test('[ui] a page is as wide as the window, or as what is read', () => {
  const files = globSync('web/**/*.module.css', { cwd: ROOT }).filter(file => !ALONE.includes(file))
  const own = files.flatMap(file =>
    widthsIn(readFileSync(join(ROOT, file), 'utf8'))
      .filter(width => width >= PAGE.from && width < PAGE.until)
      .map(width => `${file}: ${width} px instead of var(--bm-reading)`),
  )
  expect(own).toEqual([])
  expect(widthsIn('.a {\n  max-width: 860px;\n}\n.b {\n  max-width: 60rem;\n}\n')).toEqual([860, 960])
})

/** Fields whose text answers what was chosen or typed: above, its lines would move what a finger is on. */
const ANSWERED = [
  'web/devices/add/add-device.tsx',
  'web/devices/add/plan-field.tsx',
  'web/measurements/mapping/message/message-card.tsx',
]

test('[ui] help stands between the label and its field; only what answers a choice stands below', () => {
  const turned = globSync('web/**/*.tsx', { cwd: ROOT }).filter(file =>
    readFileSync(join(ROOT, file), 'utf8').includes('inputWrapperOrder'),
  )
  expect(turned.toSorted()).toEqual(ANSWERED)
})
