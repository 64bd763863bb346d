import { type ReportRecipient, reportRecipientEndpoints } from '#shared/contract/measurements/report-recipients.ts'
import { type Acting, writeAudit } from '../audit/audit.ts'
import type { Database } from '../kit/database/database.ts'
import { Failure } from '../kit/failure.ts'
import { serve } from '../kit/http/serve.ts'
import { createSigner } from '../kit/security/signer.ts'
import { isoNow, type Services } from '../kit/services.ts'
import { accountOfId } from '../users/accounts.ts'
import { recipientIdsOf, recipientOfId, setStopped } from './recipient-store.ts'

const TOKEN = /^(\d{1,10})-([\w-]{43})$/
const PURPOSE = 'report recipients'
const textOf = (id: number): string => `report recipient ${id}`

type Context = Pick<Services, 'db'>

/** Links by which recipients of a schedule stop its mails, by address. */
export type StopLinks = (
  trx: Database,
  recipients: { scheduleId: number; emails: readonly string[]; at: string },
) => Promise<Map<string, string>>

/** Opens the links that stop mails of a schedule; each works as long as the schedule is there. Not within a transaction. */
export const openStopLinks = async ({ db, publicUrl }: Pick<Services, 'db' | 'publicUrl'>): Promise<StopLinks> => {
  const signer = createSigner({ db }, PURPOSE)
  // The secret is read here: a transaction must not wait for another connection.
  await signer.sign('')
  return async (trx, { scheduleId, emails, at }) => {
    const links = new Map<string, string>()
    const ids = await recipientIdsOf(trx, scheduleId, emails, at)
    for (const email of emails) {
      const id = ids.get(email)
      if (id !== undefined) links.set(email, `${publicUrl()}/report-mail/${id}-${await signer.sign(textOf(id))}`)
    }
    return links
  }
}

/** Recipient that a link is of. Throws invalid_code for any other text, and once the schedule is deleted. */
const requireRecipient = async ({ db }: Context, token: string) => {
  const [, id, signature] = TOKEN.exec(token) ?? []
  const isSigned =
    id !== undefined &&
    signature !== undefined &&
    Number(id) <= 2_147_483_647 &&
    (await createSigner({ db }, PURPOSE).isSigned(textOf(Number(id)), signature))
  const row = isSigned ? await recipientOfId(db, Number(id)) : undefined
  const owner = row && (await accountOfId(db, row.user_id))
  if (!owner) throw new Failure('invalid_code')
  return { ...row, owner }
}

const present = ({
  name,
  email,
  stopped_at,
  owner,
}: Awaited<ReturnType<typeof requireRecipient>>): ReportRecipient => ({
  name,
  email,
  stopped_at,
  by: owner.name,
})

/** Stops the reports for a recipient or starts them again, and notes it for the owner of the schedule, who did nothing. */
const setWanted = async (context: Context & Acting, token: string, isWanted: boolean): Promise<void> => {
  const { id, name, email, owner } = await requireRecipient(context, token)
  await context.db.transaction().execute(async trx => {
    if (!(await setStopped(trx, id, isWanted ? null : isoNow(context)))) return
    await writeAudit(context, trx, {
      action: isWanted ? 'report_mails_wanted_again' : 'report_mails_stopped',
      user_id: owner.id,
      name,
      changes: [{ field: 'recipients', before: isWanted ? null : email, after: isWanted ? email : null }],
    })
  })
}

export const reportRecipientRoutes = serve(reportRecipientEndpoints, {
  getReportRecipient: async ({ params }, context) => present(await requireRecipient(context, params.token)),

  answerReportRecipient: async ({ params, body }, context) => {
    await setWanted(context, params.token, !body.stopped)
    return present(await requireRecipient(context, params.token))
  },

  stopReportMails: async ({ params }, context) => {
    await setWanted(context, params.token, false)
    return undefined
  },
})
