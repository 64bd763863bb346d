import { type BoardInput, type BoardLineInput, boardEndpoints } from '#shared/contract/measurements/boards.ts'
import { MAX_CHART_UNITS, unitsOf } from '#shared/rules/boards/boards.ts'
import { writeAudit } from '../audit/audit.ts'
import { fromJson, jsonOf } from '../kit/database/json.ts'
import { Failure } from '../kit/failure.ts'
import { type SignedIn, serve } from '../kit/http/serve.ts'
import type { Words } from '../kit/language.ts'
import { countAttempt } from '../kit/limits/limits.ts'
import { lockUser } from '../kit/limits/lock-user-store.ts'
import { requireQuota } from '../kit/limits/quotas.ts'
import { requireRepeated } from '../kit/repeated.ts'
import { hashOf, newSecret } from '../kit/security/secrets.ts'
import { isoNow, type Services } from '../kit/services.ts'
import { measurementTypeOf } from '../taxonomy/types.ts'
import { activeAccount } from '../users/accounts.ts'
import { knownOf, sightOf } from './access.ts'
import type { StoredContent, StoredLine } from './content.ts'
import {
  type BoardRow,
  boardOf,
  boardOfLink,
  boardsOf,
  changeBoard,
  countBoards,
  deleteBoardRow,
  insertBoard,
  setBoardLink,
} from './store.ts'

/** Beginning of every secret of a board's link, by which one that leaked can be found. */
const PREFIX = 'bmb_'
const NO_LINK = { link_hash: null, link_tail: null, link_created_at: null }

type Context = Services & { user: SignedIn; t: Words }

const linesOf = ({ charts }: StoredContent): StoredLine[] => charts.flatMap(({ lines }) => lines)

const sightIn = (context: Context, lines: readonly StoredLine[]) =>
  sightOf(context.db, context.user, lines, { t: context.t, now: isoNow(context) })

/** Charts as the caller sees them. Of lines out of sight an owner keeps what was saved; others learn that they are there. */
const presentCharts = async (context: Context, content: StoredContent, isOwner: boolean) => {
  const sight = await sightIn(context, linesOf(content))
  return content.charts.map(({ title, lines }) => ({
    title,
    lines: lines.map(({ name, location_name, ...line }) => {
      const known = knownOf(sight, line)
      if (known) {
        const named = known.is_past && isOwner && name !== null ? { name, location_name } : {}
        return { ...line, ...known, ...named, seen: true }
      }
      const kept = { ...line, name, location_name }
      const nothing = { area_id: null, device_id: null, measurement: null, name: null, location_name: null }
      return { ...(isOwner ? kept : nothing), area_type_id: null, is_past: false, seen: false }
    }),
  }))
}

const linkOf = ({ link_tail, link_created_at }: BoardRow) =>
  link_tail !== null && link_created_at !== null ? { tail: link_tail, created_at: link_created_at } : null

const factsOf = (row: BoardRow) => {
  const { interval, calendar } = fromJson(row.content)
  const { id, name, version, changed_at } = row
  return { id, name, version, changed_at, interval, calendar, link: linkOf(row) }
}

const present = async (context: Context, row: BoardRow) => ({
  ...factsOf(row),
  charts: await presentCharts(context, fromJson(row.content), true),
})

const keyOf = ({ area_id, device_id }: BoardLineInput): string => `${area_id ?? ''} ${device_id ?? ''}`

/** Charts as somebody wants them: titles and lines, whatever these are called. */
const chartsOf = ({ charts }: Pick<BoardInput, 'charts'>) =>
  charts.map(({ title, lines }) => ({
    title: title || null,
    lines: lines.map(({ area_id = null, device_id = null, measurement }) => ({ area_id, device_id, measurement })),
  }))

/** Requires that a board is by now what a change wants that was made from the version before: it is sent again. */
const requireRepeatedBoard = (row: BoardRow | undefined, wanted: BoardInput, version: number): BoardRow => {
  const askedOf = ({ interval, calendar, charts }: Omit<BoardInput, 'name'>) => ({
    interval,
    calendar,
    charts: chartsOf({ charts }),
  })
  const stored = row && { ...row, wanted: askedOf(fromJson(row.content)) }
  return requireRepeated(stored, { name: wanted.name, wanted: askedOf(wanted) }, version)
}

/**
 * What is stored of a board. Throws no_valid_input for an unknown measurement, a third unit, and an area or device that the caller
 * sees nothing of, unless the board has it already: it must not be lost with the right to see it.
 */
const contentOf = async (
  context: Context,
  { charts, interval, calendar }: BoardInput,
  before?: StoredContent,
): Promise<StoredContent> => {
  const { t } = context
  const refused = (field: string, sentence: string) =>
    new Failure('no_valid_input', { fields: { [field]: [sentence] } })
  const kept = new Map((before ? linesOf(before) : []).map(line => [keyOf(line), line]))
  const stored = chartsOf({ charts }).map(({ title, lines }) => ({
    title,
    lines: lines.map(line => ({
      ...line,
      name: kept.get(keyOf(line))?.name ?? null,
      location_name: kept.get(keyOf(line))?.location_name ?? null,
    })),
  }))
  const content = { interval, calendar, charts: stored }
  const sight = await sightIn(context, linesOf(content))
  const named = stored.map((chart, index) => {
    const field = `charts.${index}`
    const units = unitsOf(chart.lines.map(({ measurement }) => measurementTypeOf(measurement)?.unit ?? ''))
    // The weather is no measurement of an area.
    if (chart.lines.some(({ measurement }) => !measurementTypeOf(measurement) || measurement.startsWith('weather_')))
      throw refused(field, t('fields.unknown_reference'))
    if (units.length > MAX_CHART_UNITS) throw refused(field, t('fields.too_many_units', { limit: MAX_CHART_UNITS }))
    const lines = chart.lines.map(line => {
      const known = knownOf(sight, line)
      if (!known && !kept.has(keyOf(line))) throw refused(field, t('fields.unknown_reference'))
      if (!known || (known.is_past && line.name !== null)) return line
      return { ...line, name: known.name, location_name: known.location_name }
    })
    return { ...chart, lines }
  })
  return { ...content, charts: named }
}

const requireBoard = async ({ db, user }: Context, id: number): Promise<BoardRow> => {
  const row = await boardOf(db, user.id, id)
  if (!row) throw new Failure('not_found')
  return row
}

export const boardRoutes = serve(boardEndpoints, {
  listBoards: async (_, { db, user }) =>
    (await boardsOf(db, user.id)).map(row => ({ ...factsOf(row), charts: fromJson(row.content).charts.length })),

  getBoard: async ({ params }, context) => present(context, await requireBoard(context, params.id)),

  createBoard: async ({ body }, context) => {
    const { db, user, environment } = context
    const content = await contentOf(context, body)
    const row = await db.transaction().execute(async trx => {
      await lockUser(trx, user.id)
      requireQuota({ environment, user }, 'boards', await countBoards(trx, user.id))
      return insertBoard(trx, {
        ...{ user_id: user.id, name: body.name, content: jsonOf(content), changed_at: isoNow(context) },
        ...NO_LINK,
      })
    })
    return present(context, row)
  },

  updateBoard: async ({ params, body: { version, ...body } }, context) => {
    const { db, user } = context
    const before = await requireBoard(context, params.id)
    if (before.version !== version) return present(context, requireRepeatedBoard(before, body, version))
    const content = jsonOf(await contentOf(context, body, fromJson(before.content)))
    const change = { name: body.name, content, changed_at: isoNow(context) }
    const row = await changeBoard(db, { id: params.id, user_id: user.id, version }, change)
    return present(context, row ?? requireRepeatedBoard(await boardOf(db, user.id, params.id), body, version))
  },

  deleteBoard: async ({ params }, { db, user }) => {
    if (!(await deleteBoardRow(db, user.id, params.id))) throw new Failure('not_found')
    return undefined
  },

  shareBoard: async ({ params }, context) => {
    const { db, user } = context
    const secret = `${PREFIX}${newSecret()}`
    const link = { tail: secret.slice(-4), created_at: isoNow(context) }
    await db.transaction().execute(async trx => {
      const row = { link_hash: hashOf(secret), link_tail: link.tail, link_created_at: link.created_at }
      const board = await setBoardLink(trx, user.id, params.id, row)
      if (!board) throw new Failure('not_found')
      await writeAudit(context, trx, { action: 'board_link_created', user_id: user.id, name: board.name })
    })
    return { ...link, secret }
  },

  endBoardLink: async ({ params }, context) => {
    const { db, user } = context
    await db.transaction().execute(async trx => {
      const board = await setBoardLink(trx, user.id, params.id, NO_LINK)
      if (!board) throw new Failure('not_found')
      await writeAudit(context, trx, { action: 'board_link_revoked', user_id: user.id, name: board.name })
    })
    return undefined
  },

  openBoard: async ({ body }, context) => {
    const { db, user } = context
    const row = body.secret.startsWith(PREFIX) ? await boardOfLink(db, hashOf(body.secret)) : undefined
    // The link of somebody who is suspended opens nothing, as their other links.
    if (!row || !(await activeAccount(db, row.user_id))) {
      await countAttempt(context, 'board_guess', user.id)
      throw new Failure('not_found')
    }
    const { name } = row
    const content = fromJson(row.content)
    const { interval, calendar } = content
    return { name, interval, calendar, charts: await presentCharts(context, content, false) }
  },
})
