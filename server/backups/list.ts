import { z } from 'zod'
import { StoredObject } from './vault.ts'

/** Rows of measurements of one partition and some of its devices. */
const Block = StoredObject.extend({ rows: z.number() })

/** List of all that is in a backup. */
export const BackupList = z.object({
  version: z.literal(1),
  made_at: z.string(),
  product: z.string(),
  database: z.object({
    kind: z.enum(['sqlite', 'postgresql']),
    dump: StoredObject,
    /** Rows of each table. */
    rows: z.record(z.string(), z.number()),
    greatest: z.object({ device: z.number(), location: z.number() }),
  }),
  series: z.array(
    z.object({
      table: z.string(),
      /** Partitions, each by what tells whether anything in it has changed. */
      partitions: z.array(z.object({ id: z.string(), state: z.string(), blocks: z.array(Block) })),
    }),
  ),
  files: z.array(StoredObject.extend({ name: z.string() })),
})
export type BackupList = z.infer<typeof BackupList>

export const objectsIn = (list: BackupList): StoredObject[] => [
  list.database.dump,
  ...list.series.flatMap(({ partitions }) => partitions.flatMap(({ blocks }) => blocks)),
  ...list.files,
]
