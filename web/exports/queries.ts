import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '#shared/contract/index.ts'
import { LISTS } from '../kit/api/lists.ts'
import { queryOf, useReads } from '../kit/api/query.ts'
import { changed } from '../kit/routing/changes.ts'
import { useChangeSearch, useScreenSearch } from '../kit/routing/link.tsx'
import { usePressed } from '../kit/routing/pressed.ts'
import { type ExportChoice, exportChoiceOf, exportSearchOf, queryOfChoice } from './choice.ts'
import { exportScreen } from './screens.ts'

/** A result is asked for so long after the last change. */
const DEBOUNCE_MS = 300
/** Interval of looks at what is being made (ms). */
const LOOK_MS = 1000

/** Lists that can be chosen from. */
export const EXPORT_READS = [queryOf(api.listSensors, {}), queryOf(api.listLocationResearch, {}), LISTS] as const

export const useExportLists = () => {
  const [devices, placements, lists] = useReads(EXPORT_READS)
  return { devices, placements, lists }
}
export type ExportLists = ReturnType<typeof useExportLists>

/** The choice in the address, and how to change it. */
export const useChoice = () => {
  const changeSearch = useChangeSearch(exportScreen)
  return usePressed(
    exportChoiceOf(useScreenSearch(exportScreen)),
    some => void changeSearch(search => exportSearchOf(changed(exportChoiceOf(search), some))),
  )
}

/** Preview of the choice; the last answer stays, marked as old, until the next is there. */
export const usePreview = (choice: ExportChoice) => {
  // A device without a measurement still has something to tell: which there are.
  const measurements = choice.measurements?.length ? choice.measurements : null
  const key = JSON.stringify({ ...choice, measurements })
  const [settled] = useDebouncedValue(key, DEBOUNCE_MS)
  const settledChoice = JSON.parse(settled) as ExportChoice
  const some = choice.ids.length > 0
  const { data, error, isPlaceholderData } = useQuery({
    ...queryOf(api.previewExport, { query: queryOfChoice(settledChoice) }),
    enabled: some && settledChoice.ids.length > 0,
    placeholderData: keepPreviousData,
  })
  const old = settled !== key || isPlaceholderData
  return { preview: some && !error ? data : undefined, failure: some && !old ? error : null, old }
}

export const useExports = () =>
  useQuery({
    ...queryOf(api.listExports, {}),
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'waiting' || status === 'running') ? LOOK_MS : false,
  })
