import type { Kysely, RootOperationNode } from 'kysely'
import type { Tables } from '../tables.ts'

/** The same database, which notes the kind of each statement that is asked of it, within transactions too. */
export const noteStatements = (db: Kysely<Tables>): { db: Kysely<Tables>; kinds: RootOperationNode['kind'][] } => {
  const kinds: RootOperationNode['kind'][] = []
  const noted = db.withPlugin({
    transformQuery: ({ node }) => {
      kinds.push(node.kind)
      return node
    },
    transformResult: async ({ result }) => result,
  })
  return { db: noted, kinds }
}
