import { alertRows } from './rows/alerts.ts'
import { chaosRows } from './rows/chaos.ts'
import { chartRows } from './rows/charts.ts'
import { diaryRows } from './rows/diary.ts'
import { emissionRows } from './rows/emissions.ts'
import { exportRows } from './rows/export.ts'
import { firstVisitRows } from './rows/first-visit.ts'
import { fleetRows } from './rows/fleet.ts'
import { homeRows } from './rows/home.ts'
import { batchRows, ingestRows } from './rows/ingest.ts'
import { listRows } from './rows/lists.ts'
import { mqttRows } from './rows/mqtt.ts'
import { newsRows } from './rows/news.ts'
import { peopleRows } from './rows/people.ts'
import { processRows } from './rows/processes.ts'
import { queryRows } from './rows/queries.ts'
import { reportRows } from './rows/reports.ts'
import { scriptRows } from './rows/script.ts'
import { snapshotRows } from './rows/snapshots.ts'
import { startRows } from './rows/start.ts'
import { agreementRows, statisticsRows } from './rows/statistics.ts'
import { tapRows } from './rows/taps.ts'
import { updateRows } from './rows/update.ts'
import { yearsRows } from './rows/years.ts'
import { printTable, type Row } from './table.ts'

const ALL: Record<string, () => Promise<Row[]>> = {
  ingest: ingestRows,
  batches: batchRows,
  processes: processRows,
  mqtt: mqttRows,
  news: newsRows,
  queries: queryRows,
  charts: chartRows,
  statistics: statisticsRows,
  agreement: agreementRows,
  emissions: emissionRows,
  years: yearsRows,
  export: exportRows,
  snapshots: snapshotRows,
  home: homeRows,
  diary: diaryRows,
  people: peopleRows,
  alerts: alertRows,
  reports: reportRows,
  chaos: chaosRows,
  fleet: fleetRows,
  update: updateRows,
  start: startRows,
  script: scriptRows,
  taps: tapRows,
  lists: listRows,
  'first-visit': firstVisitRows,
}

/** Rows that take their minutes, and measure no speed. */
const WHEN_NAMED = new Set(['chaos', 'fleet', 'update'])

/** `npm run bench` prints every row; `npm run bench -- ingest queries` only these. */
const wanted = process.argv.slice(2)
const unknown = wanted.filter(name => !ALL[name])
if (unknown.length > 0) throw new Error(`Unknown: ${unknown.join(', ')}. There are: ${Object.keys(ALL).join(', ')}.`)

const rows: Row[] = []
for (const [name, measure] of Object.entries(ALL)) {
  if (wanted.length > 0 ? !wanted.includes(name) : WHEN_NAMED.has(name)) continue
  process.stderr.write(`measuring: ${name}\n`)
  rows.push(...(await measure()))
}
printTable(rows)
