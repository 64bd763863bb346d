import { contains, overlaps } from '../../shared/rules/rental.ts'
import type { Catalogue } from '../kit/catalogue.ts'
import { Failure } from '../kit/failure.ts'
import type { ServerTexts } from '../kit/language.ts'
import { endStays } from './placements.ts'

const MOST_RENTALS = 200

/** Rentals of a device to others than its owner. */
export const lendingsOf = (db: Catalogue, deviceId: number) =>
  db
    .selectFrom('rentals')
    .selectAll()
    .where('device_id', '=', deviceId)
    .where('owner', '=', 0)
    .orderBy('start', 'desc')
    .orderBy('id', 'desc')
    .execute()
export type Lending = Awaited<ReturnType<typeof lendingsOf>>[number]

interface Lend {
  device_id: number
  email: string
  start: string
  end: string | null
}

/** Lends a device. Whether the address has an account makes no difference that anybody could see. */
export const lend = async (db: Catalogue, wanted: Lend, texts: ServerTexts): Promise<Lending> => {
  const others = await lendingsOf(db, wanted.device_id)
  if (others.length >= MOST_RENTALS) throw new Failure('not_saved_error')
  requireNoOther(others, wanted, texts, 'email')
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', wanted.email)
    .where('email_verified_at', 'is not', null)
    .executeTakeFirst()
  return db
    .insertInto('rentals')
    .values({ ...wanted, user_id: user?.id ?? null, owner: 0 })
    .returningAll()
    .executeTakeFirstOrThrow()
}

const requireNoOther = (others: Lending[], wanted: Lend, texts: ServerTexts, field: string): void => {
  if (others.some(one => one.email === wanted.email && overlaps(one, wanted)))
    throw new Failure('conflict', { fields: { [field]: [texts.fields.rented_already] } })
}

/** Gives a rental another end; what the renter planned beyond it ends with it. */
export const changeLending = async (
  db: Catalogue,
  lending: Lending,
  change: { start: string; end: string | null },
  texts: ServerTexts,
): Promise<Lending> => {
  const others = (await lendingsOf(db, lending.device_id)).filter(one => one.id !== lending.id)
  requireNoOther(others, { ...lending, ...change }, texts, 'end')
  const changed = await db
    .updateTable('rentals')
    .set(change)
    .where('id', '=', lending.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (change.end !== null) await leave(db, lending, change.end)
  return changed
}

/** Ends a rental at `now`; one to come is gone. */
export const endLending = async (db: Catalogue, lending: Lending, now: string): Promise<void> => {
  if (lending.start >= now) await db.deleteFrom('rentals').where('id', '=', lending.id).execute()
  else if (lending.end === null || lending.end > now)
    await db.updateTable('rentals').set({ end: now }).where('id', '=', lending.id).execute()
  await leave(db, lending, now)
}

/** The device leaves the renter's places, unless the renter still has it by another rental. */
const leave = async (db: Catalogue, { device_id, user_id }: Lending, at: string): Promise<void> => {
  if (user_id === null) return
  const rows = await db.selectFrom('rentals').selectAll().where('device_id', '=', device_id).execute()
  if (rows.some(row => row.user_id === user_id && (contains(row, at) || row.start > at))) return
  await endStays(db, device_id, user_id, at)
}
