import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { CallFailed } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import type { ImportColumn, ImportPlan, ImportPreview } from '#shared/contract/measurements/imports.ts'
import { ask } from '../../kit/api/api.ts'
import { refresh } from '../../kit/api/query.ts'
import { uploadFile } from '../../kit/api/upload.ts'
import { failureOf } from '../../kit/forms/form.ts'

/** Calls whose answers change on other screens when the past of a device is written anew. */
export const IMPORT_READS = [api.listImports, api.getSeries, api.getLast, api.listLast, api.listSensors]

type Doing = 'uploading' | 'looking' | 'storing'

const sentenceOf = (thrown: unknown): string | null => failureOf(thrown, []).message

/** A file on its way into a device's past: sent, looked at, its reading changed, stored. */
export const useImport = (deviceId: number) => {
  const client = useQueryClient()
  const [preview, setPreview] = useState<ImportPreview | null>(null)
  const [plan, setPlan] = useState<ImportPlan | null>(null)
  const [doing, setDoing] = useState<Doing | null>(null)
  const [share, setShare] = useState(0)
  const [failure, setFailure] = useState<string | null>(null)
  const request = useRef(0)

  const begin = async (doing: Doing, look: () => Promise<ImportPreview>): Promise<void> => {
    setDoing(doing)
    setFailure(null)
    try {
      const looked = await look()
      setPreview(looked)
      setPlan(looked.plan)
    } catch (thrown) {
      setFailure(sentenceOf(thrown))
    } finally {
      setDoing(null)
      await refresh(client, [api.listImports])
    }
  }

  const choose = (file: File): Promise<void> => {
    setShare(0)
    return begin('uploading', () => uploadFile(api.createImport, { query: { device_id: deviceId } }, file, setShare))
  }

  /** Goes on with a file that was sent before, as it was read last. */
  const resume = (id: number): Promise<void> =>
    begin('looking', () => ask(api.previewImport, { params: { id }, body: {} }))

  /** Reads the file in another way. Of several changes in a row only the answer to the last one counts. */
  const change = async (changes: Partial<ImportPlan>): Promise<void> => {
    if (!preview || !plan) return
    const wanted = { ...plan, ...changes }
    setPlan(wanted)
    setDoing('looking')
    setFailure(null)
    const nth = ++request.current
    try {
      const looked = await ask(api.previewImport, { params: { id: preview.import.id }, body: { plan: wanted } })
      if (nth !== request.current) return
      setPreview(looked)
      setPlan(looked.plan)
    } catch (thrown) {
      if (nth !== request.current) return
      setFailure(sentenceOf(thrown))
      // The screen shows what would be stored.
      setPlan(preview.plan)
    } finally {
      if (nth === request.current) setDoing(null)
    }
  }

  const changeColumn = (index: number, column: ImportColumn): Promise<void> => {
    const isTime = (role: ImportColumn['role']) => ['time', 'date', 'clock'].includes(role)
    const others = (one: ImportColumn): ImportColumn => {
      const sameValue = column.role === 'value' && one.role === 'value' && one.measurement === column.measurement
      const constantTime =
        isTime(column.role) && (one.role === column.role || (column.role === 'time') === isTime(one.role))
      const oneTooMany = column.role !== 'time' && isTime(column.role) && one.role === 'time'
      return sameValue || constantTime || oneTooMany ? { role: 'skip' } : one
    }
    return change({ columns: (plan?.columns ?? []).map((one, at) => (at === index ? column : others(one))) })
  }

  /** True when it is stored. `seen`: plan of the preview that is shown, which another window may have changed since. */
  const store = async (id: number, seen?: ImportPlan): Promise<boolean> => {
    setDoing('storing')
    setFailure(null)
    try {
      await ask(api.commitImport, { params: { id }, body: { plan: seen } })
      setPreview(null)
      setPlan(null)
      return true
    } catch (thrown) {
      // The work goes on in the server when only the answer got lost; the list below says how far it is.
      if (!(thrown instanceof CallFailed && thrown.status === 0)) setFailure(sentenceOf(thrown))
      else setPreview(null)
      return false
    } finally {
      setDoing(null)
      await refresh(client, IMPORT_READS)
    }
  }

  const leave = (): void => {
    if (preview)
      void ask(api.undoImport, { params: { id: preview.import.id } }).then(() => refresh(client, [api.listImports]))
    setPreview(null)
    setPlan(null)
    setFailure(null)
  }

  return { preview, plan, doing, share, failure, choose, resume, change, changeColumn, store, leave }
}
export type ImportWork = ReturnType<typeof useImport>
