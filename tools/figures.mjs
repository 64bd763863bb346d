// npm run figures: counts what makes this code base easy or hard to live in, from the text of the tracked files.
// Each figure has the limit we want, and where it is over that for now, the one we hold: it may only become less. `--json` prints
// them for the test that compares both, `--list` what they count.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: ROOT })
  .toString()
  .split('\n')
  .filter(Boolean)

const isCode = path => /\.(ts|tsx|mjs)$/.test(path) && !path.endsWith('.d.ts')
const isTest = path => /\.test\.tsx?$|\.journey\.ts$|^tests\/|^server\/testing\/|^bench\//.test(path)
const product = tracked.filter(path => isCode(path) && !isTest(path) && /^(server|web|shared|simulator)\//.test(path))
const texts = new Map(product.map(path => [path, readFileSync(join(ROOT, path), 'utf8')]))
const lines = [...texts.values()].reduce((sum, text) => sum + text.split('\n').length - 1, 0)

const count = pattern => [...texts.values()].reduce((sum, text) => sum + [...text.matchAll(pattern)].length, 0)
const filesWith = (pattern, keep = () => true) =>
  [...texts].filter(([path, text]) => keep(path) && pattern.test(text)).map(([path]) => path)
const quantile = (values, share) =>
  values.sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]

/** Exported names that stand in two files or more: `[names twice, all names]`. */
const exportedTwice = () => {
  const files = new Map()
  for (const [path, text] of texts)
    for (const [, name] of text.matchAll(/^export (?:async )?(?:const|function|class|interface|type|enum) (\w+)/gm))
      files.set(name, new Set([...(files.get(name) ?? []), path]))
  const twice = [...files].filter(([, places]) => places.size > 1).map(([name]) => name)
  return { twice, all: files.size }
}

/** Doc comments whose first word is neither a noun nor a verb, such as `Who …` or `Of …`. */
const HEADLESS =
  /\/\*\*\s*(?:\*\s*)?(What|Who|Whom|Whose|Whoever|Whatever|Where|When|Whether|Which|Of|Those|That|These|This|Them|They|It|Its|By|With|Without|As|For|From|In|On|At|To|So|Also|Only|Not|Nobody|Somebody|Nothing|Something|One|Both|Null|Ours|Theirs)\b/g

/** Types that hold nothing but the two ends of an interval. */
const INTERVAL_TYPE =
  /(?:interface|type) (\w+)(?: =)?\s*\{\s*(?:\/\*\*[^*]*\*\/\s*)?(?:readonly )?(from|start|date_start|valid_from)\??: [\w| ]+\s+(?:\/\*\*[^*]*\*\/\s*)?(?:readonly )?(until|end|date_end|valid_until|to)\??: [\w| ]+\s*\}/g

/**
 * Words of this code base alone for things that have a name in the field, as identifiers: comments, quoted strings and
 * names of files are prose, stored values and addresses, where `asked` or `shown` is a plain English verb.
 */
const COINED = {
  world: /\b(world|World)\b/,
  asked: /\b(asked|Asked|StepsAsked)\b/,
  // `{{shown}}` is a placeholder of texts in locales.
  shown: /\b(shown(?!:)|Shown|shownIn)\b/,
  catalogue: /\bCatalogue\b/,
  // `tellings` is a field of getAlarmLog, which programs may read; `telling:` begins what a link sent by mail signs.
  told: /\b(telling(?!:)|Telling|tellOver)\b/,
  wishes: /\b(wishes|Wishes)\b/,
  most: /\bMOST_\w+/,
  // `letter-spacing` is CSS.
  letter: /\b(letter(?!-)|letters|Letter)\b/,
  tries: /\b(countTry|countTries)\b/,
  useChange: /\buseChange\b/,
  stretch: /\b(stretch|stretches|Stretch|stretchesOf)\b/,
  // `door` is a field of a raw message, two columns and an option of the simulator: read by `.door`, written
  // by `door:`, and its texts stand under that key.
  door: /\b(doors|Door)\b|(?<![.`])\bdoor\b(?!\??:)/,
  doubt: /\b(doubt|doubted|Doubted|doubtedIn)\b/,
  at_once: /\bAT_ONCE\b/,
  // `parcels:` types the IndexedDB store of that name, which browsers already have.
  parcel: /\b(parcel|parcels(?!:)|Parcel)\b/,
  desk: /\b(desk|isDesk|useDesk)\b/,
  sketch: /\b(sketch|sketches|Sketch|isSketching)\b/,
  known: /\b(Known|knownOf)\b/,
  corrected: /\b(corrected|correctedValue)\b/,
  beside: /\bBeside\b/,
  there: /\b\w+There\b/,
  createListeners: /\b(createListeners|useOutside)\b/,
  folded: /\bfolded\b/,
  troubles: /\btroubles\b/,
  opened: /\bOpened\b/,
  written: /\b(Written|writtenOf)\b/,
  left_out: /\bleftOut\b/,
  dock: /\b(dock|Dock)\b/,
  decide: /\bdecide\(/,
  outside: /\/outside\.ts'/,
  early: /\b(fetchEarly|early)\b/,
  // `begun` of a placement or an import is plain English; the request and the draft that were "begun" are not.
  begun: /\b(Begun|useBegun|readBegun)\b/,
  asTrue: /\b(asShown|asTrue)\b/,
  sameTime: /\bsameTime\b/,
  painter: /\b(painter|Painter)\b/,
  loss: /\bgetLocationLoss\b/,
  remember: /\bremember\(/,
  drawn: /\b(useDrawn|useOneByOne|isDrawnAtOnce)\b/,
  kept_reads: /\b(keepReads|keptRecord)\b/,
  hold: /\bhold[A-Z]\w+/,
  sisters: /\bsisters\b/,
  bridged: /\bbridged\b/,
  crumbs: /\b(crumbs|Crumbs)\b/,
  take_over: /\b(handOver|twin|twins)\b/,
  // `neutral` is also an impression: good, neutral, bad.
  neutral_names: /\b([nN]eutralNames|createNeutralNames)\b|(?<![.|])\bneutral\b(?![:|])/,
  claimMinute: /\bclaimMinute\b/,
  near: /\b(useNear)\b/,
  sql_moment: /\bmomentOf\b/,
}
const PROSE = /\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g
const identifiers = [...texts.values()].map(text => text.replace(PROSE, '')).join('\n')
const imported = [...texts.values()].flatMap(text => text.match(/from '[^']+'/g) ?? []).join('\n')
const coined = Object.keys(COINED).filter(word => COINED[word].test(word === 'outside' ? imported : identifiers))

const folders = new Map()
for (const path of product) folders.set(dirname(path), (folders.get(dirname(path)) ?? 0) + 1)
const perFolder = [...folders.values()]

const SQL = /\b(selectFrom|insertInto|insertRows|updateTable|deleteFrom)\(|\bsql`|\bsql<[^>]+>`/
const sqlOutside = filesWith(
  SQL,
  path =>
    path.startsWith('server/') &&
    !/^server\/(migrations|kit\/database)\//.test(path) &&
    !/(?:\/|-)store\.ts$/.test(path),
)
const { twice, all } = exportedTwice()
const docComments = count(/\/\*\*/g)
const casts =
  count(/\bas (?!const\b|never\b)(?:unknown|[A-Z{(]|string|number|boolean|typeof|keyof)/g) + count(/\bas never\b/g)
const firstPaint = tracked.filter(path =>
  /^web\/boot\/|^web\/kit\/first-paint\/|^server\/rendering\/|^tools\/(schema-free|web-build)/.test(path),
)
const lineCount = path => readFileSync(join(ROOT, path), 'utf8').split('\n').length - 1
const firstPaintLines = firstPaint
  .filter(path => isCode(path) && !isTest(path))
  .reduce((sum, path) => sum + lineCount(path), 0)

/** The one file that draws failed reads: boundaries of pages and of parts. */
const BOUNDARY = 'web/ui/feedback/read-boundary.tsx'
const byHand = filesWith(/<ReadFailed\b/, path => path !== BOUNDARY)

const FIGURES = [
  ['words only this code base uses', coined.length, 12],
  ['exported names in two files or more, %', ((twice.length / all) * 100).toFixed(1), 2.5],
  ['types of an interval', count(INTERVAL_TYPE), 1],
  ['doc comments without a noun or verb first, %', ((count(HEADLESS) / docComments) * 100).toFixed(1), 2],
  ['casts per 1,000 lines', ((casts / lines) * 1000).toFixed(1), 2.5],
  ['`as never`', count(/\bas never\b/g), 8],
  ['hooks of the router with a cast', count(/use(?:Search|Params)\(\{ strict: false \}\) as\b/g), 0],
  ['files per folder, median', quantile(perFolder, 0.5), 6],
  ['files per folder, 90 %', quantile(perFolder, 0.9), 17],
  ['lines of the first paint', firstPaintLines, 450, 735],
  ['files with SQL that are no store', sqlOutside.length, 0],
  ['definitions of a minute, hour or day', count(/^(?:export )?const (?:MINUTE|HOUR|DAY)(?:_MS)? = /gm), 3],
  ['reads that wait and fail by hand', byHand.length, 0],
]

if (process.argv.includes('--json')) {
  const rows = FIGURES.map(([name, value, limit, held = limit]) => ({ name, value: Number(value), held }))
  process.stdout.write(JSON.stringify(rows))
  process.exit()
}
const width = Math.max(...FIGURES.map(([name]) => name.length))
console.log(`${product.length} files, ${lines} lines of product code\n`)
for (const [name, value, limit] of FIGURES)
  console.log(
    `${name.padEnd(width)}  ${String(value).padStart(7)}   at most ${limit}${Number(value) > limit ? '   over' : ''}`,
  )
if (process.argv.includes('--list')) {
  console.log(`\ncoined words: ${coined.join(', ')}`)
  console.log(`exported twice: ${twice.join(', ')}`)
  console.log(`SQL outside stores:\n  ${sqlOutside.join('\n  ')}`)
  console.log(
    `folders:\n  ${[...folders]
      .sort((a, b) => b[1] - a[1])
      .slice(0, 12)
      .map(([path, files]) => `${files} ${path}`)
      .join('\n  ')}`,
  )
}
