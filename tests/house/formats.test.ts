import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Files that make what people read, and are the one way to it. */
const WAY = ['web/kit/language/', 'web/kit/time/', 'web/kit/forms/number-field.tsx', 'web/ui/forms/typed-date.ts']

/** Files that take a date or time of a clock for something else than to be read: a call, an address, a file, a key of days. */
const OF_DATA = [
  'web/alerts/alert/alert-around.ts',
  'web/boards/charts/board-table.ts',
  'web/diary/compare/compare-file.ts',
  'web/diary/compare/side-panel.tsx',
  'web/diary/compare/table.tsx',
  'web/diary/files/list-file.ts',
  'web/diary/inspection/inspection-page.tsx',
  'web/diary/inspection/use-hour.ts',
  'web/diary/list/days.ts',
  'web/diary/list/entry.tsx',
  'web/displays/use-wall.ts',
  'web/exports/choice.ts',
  'web/exports/sources.ts',
  'web/insights/last-day.ts',
  'web/measurements/compare/selection-form.tsx',
  'web/measurements/compare/selection-popover.tsx',
  'web/measurements/files/page-menu.tsx',
  'web/measurements/imports/columns.tsx',
  'web/measurements/lanes/event-dialog.tsx',
  'web/measurements/lanes/photo-times.ts',
  'web/measurements/lanes/use-inspections.ts',
  'web/measurements/period/period-span.tsx',
  'web/measurements/period/wall-clock.ts',
  'web/measurements/photos/download.ts',
  'web/notifications/absence/absence-form.tsx',
  'web/reports/choice.ts',
  'web/reports/schedules/days-ahead.tsx',
  'web/research/planning/calendar.tsx',
  'web/research/projects/consent-page.tsx',
  'web/research/projects/place-data.tsx',
  'web/research/quick-start/quick-start-page.tsx',
  'web/research/quick-start/quick-steps.tsx',
  'web/statistics/charts/completeness-card.tsx',
  'web/statistics/charts/lines-card.tsx',
  'web/statistics/comparison/compare-bar.tsx',
  'web/statistics/comparison/sides.ts',
  'web/statistics/dashboard/chart-facts.ts',
  'web/statistics/dashboard/export-link.ts',
  'web/statistics/filters/period-filter.tsx',
  'web/statistics/numbers/day-means.ts',
  'web/statistics/research/research-selection.ts',
  'web/users/tokens/token-dialog.tsx',
]

/** Files in which a unit is one that somebody gave it, or no unit of a measurement. */
const OTHER_UNITS = [
  'web/diary/answers/',
  'web/diary/checklists/',
  'web/emissions/settings/',
  'web/measurements/imports/',
  'web/measurements/mapping/',
]

const files = globSync('web/**/*.{ts,tsx}', { cwd: ROOT }).filter(
  file => !/\.test\.|\.test-data\.|^web\/(styleguide|testing)\//.test(file) && !WAY.some(way => file.startsWith(way)),
)

const codeOf = (file: string): string =>
  readFileSync(join(ROOT, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')

/** Lines of screens that match, with their file. */
const linesWith = (pattern: RegExp, except: readonly string[] = []): string[] =>
  files
    .filter(file => !except.some(one => file.startsWith(one)))
    .flatMap(file =>
      codeOf(file)
        .split('\n')
        .filter(line => pattern.test(line))
        .map(line => `${file}: ${line.trim()}`),
    )

/** Patterns of what a screen would do by hand. */
const BY_HAND = {
  clock: /^(?!import |export ).*\b(dateTimeIn|dateTimeAt|localDateAt)\b/m,
  date: /\btoLocale(Date|Time)?String\(|new Intl\.DateTimeFormat\([^)]*\b(year|day|hour|minute|dateStyle|timeStyle)\b/,
  unit: /(?<!\bunit=)\{(?!classes|data\.|readings\.kept)(?:\w+\??\.)+unit(?: \?\? '')?\}|\bt\([^)]*\bunit: (?!format\.)(?:\w+\??\.)+unit\b/,
  degrees: /°[CF]/,
  day: /\bt\([^)]*\b\w+: (?:\w+\??\.)+(?:since|date|date_in|date_out)\b|\$\{(?:\w+\.)+date_(?:in|out)\b|name \?\? (?:\w+\.)+date_in\b/,
  figure: /\bnumber\([^()]*(?:quantity|finding|definition|type|value|row)\w*\.decimals/,
}

describe('[formats] a screen shows dates, times and temperatures by the formats of whoever looks', () => {
  test('dates and times of clocks go through the one way', () => {
    expect(linesWith(BY_HAND.clock, OF_DATA)).toEqual([])
    for (const file of OF_DATA) expect(codeOf(file), file).toMatch(BY_HAND.clock)
    expect(linesWith(BY_HAND.date)).toEqual([])
    expect(linesWith(BY_HAND.day)).toEqual([])
  })

  test('a unit is that of the viewer, and so is its number', () => {
    expect(linesWith(BY_HAND.unit, OTHER_UNITS)).toEqual([])
    expect(linesWith(BY_HAND.figure)).toEqual([])
  })

  test('degrees stand in no code but as the unit that is converted', () => {
    const converted =
      /\b(value|figure|difference|unit|unitFor|figureFor|fieldText|fieldValue|keptIn|shownNumber|shownUnit)\(/
    const table = /^\s*t: '°C',$|const unit = |\? '°C' : ''|\bband\(/
    expect(
      linesWith(BY_HAND.degrees).filter(
        line => !converted.test(line) && !table.test(line.split(': ').slice(1).join(': ')),
      ),
    ).toEqual([])
  })

  test('the patterns find what is done by hand', () => {
    const found = (kind: keyof typeof BY_HAND, line: string) => expect(line).toMatch(BY_HAND[kind])
    found('clock', 'const text = dateTimeIn(time, zone)')
    found('date', 'new Date(time).toLocaleString()')
    found('date', "new Intl.DateTimeFormat(language, { day: 'numeric' })")
    found('day', "t('pause.on', { since: pause.since })")
    found('day', 'round.name ?? round.date_in')
    // biome-ignore lint/suspicious/noTemplateCurlyInString: code that is looked for
    found('day', '`${round.date_in} – ${until}`')
    expect("t('pause.on', { since: shownDate(pause.since) })").not.toMatch(BY_HAND.day)
    found('unit', '<span>{quantity.unit}</span>')
    // biome-ignore lint/suspicious/noTemplateCurlyInString: code that is looked for
    found('unit', '`${number} ${finding.unit}`')
    found('figure', 'format.number(value, quantity.decimals)')
    expect('<Dial unit={quantity.unit} />').not.toMatch(BY_HAND.unit)
  })
})
