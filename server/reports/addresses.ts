import { fromJson } from '../kit/database/json.ts'
import { type AddressMove, replaceAddress } from '../users/address/moves.ts'
import { type ListOfRecipients, listsNaming, moveMails, replaceRecipients } from './address-store.ts'
import { moveRecipients } from './recipient-store.ts'

/** Lists of recipients that a report or a schedule keeps. */
const LISTS: readonly ListOfRecipients[] = ['report_schedules', 'reports']

/** Schedules, reports that wait and the states of their mails name people by their address. */
export const moveReportAddresses: AddressMove = async (db, move) => {
  const { from, to } = move
  for (const list of LISTS)
    for (const row of await listsNaming(db, list, from))
      await replaceRecipients(db, list, row.id, replaceAddress(fromJson(row.recipients), move))
  await moveMails(db, from, to)
  await moveRecipients(db, from, to)
}
