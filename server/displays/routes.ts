import { DISPLAY_DAYS, displayEndpoints } from '#shared/contract/places/displays.ts'
import { DAY_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import { writeAudit } from '../audit/audit.ts'
import { Failure } from '../kit/failure.ts'
import { serve } from '../kit/http/serve.ts'
import { lockUser } from '../kit/limits/lock-user-store.ts'
import { requireQuota } from '../kit/limits/quotas.ts'
import { hashOf, newSecret } from '../kit/security/secrets.ts'
import { isoNow } from '../kit/services.ts'
import { requireLocation } from '../locations/access.ts'
import type { Latest } from '../series/latest.ts'
import { show } from './show.ts'
import {
  countDisplays,
  deleteDisplayRow,
  displayOfId,
  displayOfSecret,
  displaysOf,
  insertDisplay,
  noteDisplaySeen,
} from './store.ts'

/** Beginning of every secret of a wall display, by which one that leaked can be found. */
const PREFIX = 'bmd_'
const NOTE_SEEN_MS = 10 * MINUTE_MS

export const displayRoutes = ({ latest }: { latest: Latest }) =>
  serve(displayEndpoints, {
    listDisplays: async ({ params }, { db, user }) => {
      await requireLocation(db, { ...user, admin: false }, params.id, 'own')
      return displaysOf(db, params.id)
    },

    createDisplay: async ({ params, body }, context) => {
      const { db, now, user, t, environment } = context
      // An owner's alone: it shows what its maker sees as an owner, also where that is an administrator.
      await requireLocation(db, { ...user, admin: false }, params.id, 'own')
      const end = body.expires_at === undefined ? now() + DISPLAY_DAYS * DAY_MS : Date.parse(body.expires_at)
      const refused = (sentence: string) => new Failure('no_valid_input', { fields: { expires_at: [sentence] } })
      if (end <= now()) throw refused(t('fields.must_be_ahead'))
      if (end > now() + (DISPLAY_DAYS + 1) * DAY_MS) throw refused(t('fields.at_most_days', { days: DISPLAY_DAYS }))
      const secret = `${PREFIX}${newSecret()}`
      const row = {
        location_id: params.id,
        user_id: user.id,
        name: body.name,
        look: body.look,
        secret_hash: hashOf(secret),
        tail: secret.slice(-4),
        created_at: isoNow(context),
        last_seen_at: null,
        expires_at: new Date(end).toISOString(),
      }
      const { id } = await db.transaction().execute(async trx => {
        await lockUser(trx, user.id)
        requireQuota({ environment, user: { ...user, admin: false } }, 'displays', await countDisplays(trx, user.id))
        await writeAudit(context, trx, { action: 'display_created', location_id: params.id })
        return insertDisplay(trx, row)
      })
      return { ...row, id, created_by: user.name, secret }
    },

    deleteDisplay: async ({ params }, context) => {
      const { db, user } = context
      const display = await displayOfId(db, params.id)
      if (!display) throw new Failure('not_found')
      if (display.user_id !== user.id) await requireLocation(db, { ...user, admin: false }, display.location_id, 'own')
      await db.transaction().execute(async trx => {
        await writeAudit(context, trx, { action: 'display_revoked', location_id: display.location_id })
        await deleteDisplayRow(trx, display.id)
      })
      return undefined
    },

    showDisplay: async (_, context) => {
      const { db, now, request, reply } = context
      reply.header('cache-control', 'no-store')
      const [, secret = ''] = (request.headers.authorization ?? '').split(' ', 2)
      const display = secret.startsWith(PREFIX) ? await displayOfSecret(db, hashOf(secret), isoNow(context)) : undefined
      if (!display) throw new Failure('not_found')
      const shown = await show(context, latest, display)
      if (display.last_seen_at === null || now() - Date.parse(display.last_seen_at) > NOTE_SEEN_MS)
        await noteDisplaySeen(db, display.id, isoNow(context))
      return shown
    },
  })
