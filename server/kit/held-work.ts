import type { Files } from './files/files.ts'
import { newSecret } from './security/secrets.ts'
import { isoNow, type Services } from './services.ts'

const MAX_TRIES = 3

/** Says that work was thrown away, its account is gone, or another process has it. */
export class GivenUp extends Error {}

/** Hold of a process on what it works on. Its calls throw `GivenUp` once it is lost. */
export interface Hold<Progress> {
  /** Holds on, and notes how far it is. */
  goOn: (progress?: Progress) => Promise<void>
  /** Holds on for as long as one step takes, however long that is. `signal` ends the step once the hold is lost. */
  during: <Result>(step: (signal: AbortSignal) => Promise<Result>) => Promise<Result>
}

/** Work that processes take in turn: rows of a table that wait, each held until a time that its process moves on. */
export interface HeldWork<Row, Progress> {
  /** Name of what is made, for the log. */
  name: string
  /** Time (ms) a process has for the next sign that it still works on a row. */
  heldMs: number
  /** Takes the next row: one that waits, or whose process is gone. Times are ISO 8601. */
  take: (now: string, until: string) => Promise<Row | undefined>
  /** Holds a row until a time (ISO 8601), and notes how far it is; false when it is no longer this process's. */
  hold: (row: Row, until: string, progress?: Progress) => Promise<boolean>
  make: (row: Row, hold: Hold<Progress>) => Promise<void>
  /** Tells whether another try would not mend a failure. */
  isFinal?: (error: unknown) => boolean
  /** Says that it failed for good; without an error it ended each process that tried. */
  fail: (row: Row, error?: unknown) => Promise<void>
}

/** ISO 8601 time so many ms from now. */
export const after = (services: Pick<Services, 'now'>, ms: number): string =>
  new Date(services.now() + ms).toISOString()

/** Does what waits, one after the other. A process that is killed leaves its row to the next look of any. */
export const workInTurn = async <Row extends { id: number; tries: number }, Progress>(
  services: Pick<Services, 'now' | 'log'>,
  work: HeldWork<Row, Progress>,
): Promise<void> => {
  for (;;) {
    const row = await work.take(isoNow(services), after(services, work.heldMs))
    if (!row) return
    // Making it ended each process before: one more try would end this one, too.
    if (row.tries > MAX_TRIES) await work.fail(row)
    else await work.make(row, holdOf(services, work, row)).catch(error => endTry(services, work, row, error))
  }
}

const holdOf = <Row, Progress>(
  services: Pick<Services, 'now' | 'log'>,
  work: HeldWork<Row, Progress>,
  row: Row,
): Hold<Progress> => {
  const goOn = async (progress?: Progress): Promise<void> => {
    if (!(await work.hold(row, after(services, work.heldMs), progress))) throw new GivenUp()
  }
  return {
    goOn,
    during: async step => {
      await goOn()
      const lost = new AbortController()
      const timer = setInterval(() => {
        goOn().catch(error => {
          if (error instanceof GivenUp) lost.abort(error)
          else services.log.error({ err: error, work: work.name }, 'could not hold on to work')
        })
      }, work.heldMs / 3)
      try {
        return await step(lost.signal)
      } catch (error) {
        throw lost.signal.aborted ? lost.signal.reason : error
      } finally {
        clearInterval(timer)
      }
    },
  }
}

/** Leaves what failed to another try, or says at last that it failed. */
const endTry = async <Row extends { id: number; tries: number }, Progress>(
  services: Pick<Services, 'log'>,
  { name, isFinal, fail }: HeldWork<Row, Progress>,
  row: Row,
  error: unknown,
): Promise<void> => {
  if (error instanceof GivenUp) return
  if (isFinal?.(error)) return fail(row, error)
  services.log.error({ err: error, work: name, id: row.id }, 'work failed')
  if (row.tries >= MAX_TRIES) await fail(row, error)
}

interface FileOfWork {
  files: Pick<Files, 'write' | 'remove'>
  hold: Hold<{ file: string }>
  row: { file: string | null }
  folder: string
  content: Buffer
  /** Tells whether the row is still there, and names this file. */
  isKept: (file: string) => Promise<boolean>
}

/** Writes the file of a row: named before it is written, so that whatever happens then it is known and removed in its time. */
export const writeFileOf = async ({ files, hold, row, folder, content, isKept }: FileOfWork): Promise<void> => {
  if (row.file !== null) await files.remove(row.file)
  // A name of its own, so that no try ever touches the file of another.
  const file = `${folder}/${newSecret()}`
  await hold.goOn({ file })
  await files.write(file, content)
  if (await isKept(file)) return
  // Forgotten while it was written, or taken by another process: no row would ever say that the file is there.
  await files.remove(file)
  throw new GivenUp()
}
