import { z } from 'zod'
import { MAX_CHART_LINES } from '../../rules/boards/boards.ts'
import { Id, IdParams, Name, OneLine, TimeOut } from '../common.ts'
import { endpoints } from '../endpoint.ts'
import { INTERVALS, MAX_BOARD_CHARTS } from '../fixed.ts'

/** Periods that a board opens with: a selection has its own dates, which would grow old. */
const Period = z.enum(INTERVALS).exclude(['selection'])

const LineInput = z
  .object({
    /** Area whose means are drawn, whichever devices hang there. */
    area_id: Id.nullish(),
    /** Device, where it hangs in no area. */
    device_id: Id.nullish(),
    measurement: z.string().regex(/^[a-z0-9_]{1,40}$/i),
  })
  .refine(({ area_id, device_id }) => (area_id ?? null) === null || (device_id ?? null) === null, {
    path: ['device_id'],
    params: { code: 'area_or_device' },
  })
  .refine(({ area_id, device_id }) => (area_id ?? device_id ?? null) !== null, {
    path: ['area_id'],
    params: { code: 'required' },
  })
export type BoardLineInput = z.output<typeof LineInput>

const Fields = z.object({
  name: Name.max(80),
  interval: Period.default('day'),
  /** Whole hours to years of the calendar instead of the last 60 minutes to 365 days. */
  calendar: z.boolean().default(false),
})

const ChartInput = z.object({
  title: OneLine.max(80).nullish(),
  lines: z.array(LineInput).min(1).max(MAX_CHART_LINES),
})

const BoardInput = Fields.extend({ charts: z.array(ChartInput).max(MAX_BOARD_CHARTS) })
export type BoardInput = z.output<typeof BoardInput>

const BoardLine = z.object({
  /** Both are null where the caller, who has the link of somebody else's board, may not see the line. */
  area_id: Id.nullable(),
  device_id: Id.nullable(),
  measurement: z.string().nullable(),
  /** False where nothing of it is the caller's to see: it was deleted, passed on, or is not shared with them. */
  seen: z.boolean(),
  /** True of a device of which only the past is the caller's to read, as after it was sold. */
  is_past: z.boolean(),
  /** Area or device; of an own line that is no longer seen the name it had when the board was saved. */
  name: z.string().nullable(),
  location_name: z.string().nullable(),
  area_type_id: Id.nullable(),
})
export type BoardLine = z.infer<typeof BoardLine>

const BoardChart = z.object({ title: z.string().nullable(), lines: z.array(BoardLine) })
export type BoardChart = z.infer<typeof BoardChart>

/** A board as whoever has its link sees it. */
const SharedBoard = z.object({
  name: z.string(),
  interval: Period,
  calendar: z.boolean(),
  charts: z.array(BoardChart),
})
export type SharedBoard = z.infer<typeof SharedBoard>

const BoardLink = z.object({
  /** Last four characters of the secret in the link. */
  tail: z.string(),
  created_at: TimeOut,
})

const Board = SharedBoard.extend({
  id: Id,
  version: z.int(),
  changed_at: TimeOut,
  /** Null while the board is not shared. */
  link: BoardLink.nullable(),
})
export type Board = z.infer<typeof Board>

const BoardSummary = Board.omit({ charts: true }).extend({ charts: z.int() })
export type BoardSummary = z.infer<typeof BoardSummary>

export const boardEndpoints = endpoints({
  listBoards: {
    method: 'GET',
    path: '/boards',
    access: 'signedIn',
    summary: "The caller's own boards with the number of their charts, by name",
    response: z.array(BoardSummary),
  },
  getBoard: {
    method: 'GET',
    path: '/boards/:id',
    access: 'signedIn',
    summary: 'A board of the caller: its charts, and of each line whether the caller still sees what it shows',
    params: IdParams,
    response: Board,
  },
  createBoard: {
    method: 'POST',
    path: '/boards',
    access: 'signedIn',
    summary: 'Make a board: charts of one to eight lines in at most two units, each an area or device the caller sees',
    body: BoardInput,
    status: 201,
    response: Board,
    failures: ['quota_reached'],
  },
  updateBoard: {
    method: 'PUT',
    path: '/boards/:id',
    access: 'signedIn',
    summary:
      'Change a board; refused when it was changed since the version given. Lines it had already may stay, whatever became of them',
    params: IdParams,
    body: BoardInput.extend({ version: z.int().min(1).max(2_147_483_647) }),
    response: Board,
    failures: ['changed_meanwhile'],
  },
  deleteBoard: {
    method: 'DELETE',
    path: '/boards/:id',
    access: 'signedIn',
    summary: 'Delete a board, and with it its link',
    params: IdParams,
    status: 204,
  },
  shareBoard: {
    method: 'PUT',
    path: '/boards/:id/link',
    access: 'signedIn',
    summary:
      'Make the link of a board, in place of one it had: whoever has its secret, shown this once, and is signed in sees the lines that their own rights reach',
    params: IdParams,
    response: BoardLink.extend({ secret: z.string() }),
  },
  endBoardLink: {
    method: 'DELETE',
    path: '/boards/:id/link',
    access: 'signedIn',
    summary: 'Revoke the link of a board',
    params: IdParams,
    status: 204,
  },
  openBoard: {
    method: 'POST',
    path: '/boards/shared',
    access: 'signedIn',
    scope: 'session',
    summary:
      'The board of a link, for its secret: lines that the caller may not see are there without what they show; not_found once the link was revoked',
    body: z.object({ secret: z.string().max(100) }),
    response: SharedBoard,
    failures: ['not_found'],
  },
})
