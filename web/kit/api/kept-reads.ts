import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { api } from '#shared/contract/index.ts'
import { heardLast } from '../browser/connection.ts'
import { isDemoMode, maskNames } from '../language/demo-mode.ts'
import { dropRecord, readRecord, writeRecord } from './kept-record.ts'
import { OPEN_ALERTS } from './lists.ts'
import { queryOf } from './query.ts'
import { onSessionChange, readSession, type User } from './session.ts'

/**
 * Paths of the reads that home, the Data screen, the alerts, the diary and the form of an inspection are drawn from.
 */
const KEPT = [
  api.listLocations,
  api.listSensors,
  api.listLast,
  api.listLocationResearch,
  api.getResearchSummary,
  api.getTaxonomy,
  api.getSettings,
  api.listChecklists,
  api.pageInspections,
  api.getInspection,
  api.listAlerts,
  api.getAlert,
  api.getAlertSummary,
].map(({ path }) => path)

/** Number of reads that are kept of a call made with many filters or of many things: the latest ones. */
const MAX_OF_A_CALL = 20

const isKept = ([method, path]: QueryKey): boolean => method === 'GET' && KEPT.some(kept => kept === path)

/** Epoch ms throughout. */
interface Kept {
  /** Contract the answers have the shape of. */
  contract: string
  /** Token of the session the reads belong to. */
  token: string
  user: User
  reads: { key: QueryKey; data: unknown; at: number }[]
}

/** Several reads come together; they are written once. */
const LATER = 1500

const nameOf = (key: QueryKey): string => JSON.stringify(key)

/** Contract of this build; its files, since several builds have the same version (vite.config.ts). */
const contractNow = (): string => String(import.meta.env.VITE_CONTRACT ?? '')

/** Reads kept under this contract for the person signed in here; null where there are none. */
const readKept = async (): Promise<Kept | null> => {
  const kept = (await readRecord()) as Kept | undefined
  return kept?.contract === contractNow() && kept.token === readSession().token ? kept : null
}

/** Counts of alerts as they were last read, and when they became so (epoch ms). */
let counted: { counts: string; at: number } | undefined

const noteCounts = (client: QueryClient): void => {
  const state = client.getQueryState(queryOf(api.getAlertSummary, {}).queryKey)
  if (state?.data === undefined) return
  const counts = JSON.stringify(state.data)
  if (counted?.counts !== counts) counted = { counts, at: state.dataUpdatedAt }
}

const isOlderThanChange = (at: number): boolean => counted !== undefined && at < counted.at

/** Adds what this visit has read to what earlier ones did. */
const write = async (client: QueryClient): Promise<void> => {
  const before = await readKept()
  noteCounts(client)
  const { token, user } = readSession()
  // Demo mode shows names that are not the true ones.
  if (!token || !user || isDemoMode()) return
  const reads = new Map(before?.reads.map(read => [nameOf(read.key), read]))
  for (const { queryKey: key, state } of client.getQueryCache().findAll())
    if (isKept(key) && state.data !== undefined)
      reads.set(nameOf(key), { key, data: state.data, at: state.dataUpdatedAt })
  const nth = new Map<unknown, number>()
  const latest = [...reads.values()]
    .toSorted((a, b) => b.at - a.at)
    .filter(({ key: [, path] }) => {
      nth.set(path, (nth.get(path) ?? 0) + 1)
      return (nth.get(path) ?? 0) <= MAX_OF_A_CALL
    })
  // The Data screen can't do without, and may not have been opened yet.
  if (![...reads.values()].some(({ key }) => key[1] === api.getSettings.path))
    void client.prefetchQuery(queryOf(api.getSettings, {}))
  const [list, counts] = [api.listAlerts, api.getAlertSummary].map(({ path }) =>
    latest.find(({ key }) => key[1] === path),
  )
  // Alerts are needed in a barn without reception also by who only looks at home: as they are since their count changed.
  if (counts && (!list || isOlderThanChange(list.at))) void client.prefetchQuery({ ...OPEN_ALERTS, staleTime: 0 })
  void writeRecord({ contract: contractNow(), token, user, reads: latest } satisfies Kept)
}

/** Keeps the latest reads with this browser, for a start without a network; forgets them when the session ends. */
export const persistReads = (client: QueryClient): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const cancel = () => {
    clearTimeout(timer)
    timer = undefined
  }
  const stopReads = client.getQueryCache().subscribe(event => {
    if (event.type !== 'updated' || event.action.type !== 'success' || !isKept(event.query.queryKey)) return
    timer ??= setTimeout(() => {
      timer = undefined
      void write(client)
    }, LATER)
  })
  const stopSession = onSessionChange(() => {
    if (readSession().token !== null) return
    cancel()
    counted = undefined
    void dropRecord()
  })
  return () => {
    cancel()
    stopReads()
    stopSession()
  }
}

/** Puts back what was kept for whoever is signed in here, with its age. Null where nothing of theirs was kept. */
export const restoreReads = async (client: QueryClient): Promise<User | null> => {
  const kept = await readKept()
  const last = kept?.reads.find(({ key }) => key[1] === api.listLast.path) ?? kept?.reads[0]
  if (!kept || !last) return null
  for (const { key, data, at } of kept.reads) client.setQueryData(key, maskNames(data), { updatedAt: at })
  heardLast(last.at)
  return maskNames(kept.user)
}
