import { codecEndpoints } from '#shared/contract/devices/codecs.ts'
import { writeAudit } from '../../../audit/audit.ts'
import { requireOwner } from '../../../devices/access.ts'
import { Failure } from '../../../kit/failure.ts'
import { type Served, serve } from '../../../kit/http/serve.ts'
import { isoNow } from '../../../kit/services.ts'
import { type IngestServices, rejectionSentence } from '../../take-messages.ts'
import { type Heard, NOTHING_HEARD } from '../heard.ts'
import { readDecoded } from '../read-decoded.ts'
import { codecOfDevice, writeCodec } from './codec-store.ts'
import { decodeWith, publishCodecsChanged } from './codecs.ts'
import { payloadOf } from './payload.ts'
import type { CodecSandbox } from './sandbox.ts'

export const codecRoutes = ({ mappings }: Pick<IngestServices, 'mappings'>, sandbox: CodecSandbox): Served[] =>
  serve(codecEndpoints, {
    getDeviceCodec: async ({ params }, context) => {
      await requireOwner(context.db, context.user, params.id, isoNow(context))
      return codecOfDevice(context.db, params.id)
    },

    setDeviceCodec: async ({ params, body }, context) => {
      const { db, user } = context
      const changed_at = isoNow(context)
      const also = [...new Set(body.also)].filter(id => id !== params.id)
      for (const id of [params.id, ...also]) await requireOwner(db, user, id, changed_at)
      await db.transaction().execute(async trx => {
        const row = { script: body.script, changed_at }
        if (!(await writeCodec(trx, params.id, row, body.version))) {
          for (const id of also)
            if ((await codecOfDevice(trx, id)).script !== body.script) throw new Failure('changed_meanwhile')
          return
        }
        for (const id of also) await writeCodec(trx, id, row)
        for (const device_id of [params.id, ...also])
          await writeAudit(context, trx, { action: 'device_codec_changed', device_id })
      })
      publishCodecsChanged(context, [params.id, ...also])
      return codecOfDevice(db, params.id)
    },

    tryDeviceCodec: async ({ params, body }, context) => {
      const { db, user, t, now } = context
      await requireOwner(db, user, params.id, isoNow(context))
      const heard: Heard = {
        ...NOTHING_HEARD,
        kind: 'up',
        bytes: payloadOf(body.bytes).toString('base64'),
        fPort: body.f_port,
        time: isoNow(context),
      }
      const decoded = await decodeWith(sandbox, `trial:${user.id}`, body.script, heard)
      if ('fault' in decoded) return { object: null, warnings: [], ...decoded, values: [], refused: [] }
      const { read, refusal } = readDecoded(decoded.heard, null, await mappings.of(params.id), now())
      if (refusal) read.rejections.push({ index: 0, field: '', code: refusal, sent: '' })
      return {
        object: JSON.stringify(decoded.heard.object ?? decoded.heard.fields, null, 2),
        warnings: decoded.warnings,
        fault: null,
        text: '',
        values: read.readings.map(({ key, value }) => ({ abbreviation: key, value })),
        refused: read.rejections.map(one => ({ field: one.field, code: one.code, message: rejectionSentence(one, t) })),
      }
    },
  })
