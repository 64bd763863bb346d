import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Id } from '#shared/contract/common.ts'
import { MAX_PHOTO_BYTES, PHOTO_KINDS } from '#shared/contract/measurements/photos.ts'
import { readTime } from '#shared/rules/ingest/sent-value.ts'
import { Failure } from '../kit/failure.ts'
import { fieldErrors } from '../kit/http/validation.ts'
import type { Words } from '../kit/language.ts'

const Fields = z.object({
  kind: z.enum(PHOTO_KINDS).default('normal'),
  time: z.string().max(40).optional(),
  device_id: z.coerce.number().pipe(Id).optional(),
})

export interface Upload {
  bytes: Buffer
  kind: (typeof PHOTO_KINDS)[number]
  /** ISO 8601, UTC. */
  time: string
  device_id: number | undefined
}

/** Reads a photo that is the whole body, or the file of a form, with what is said of it in the address or the form. */
export const readUpload = async (request: FastifyRequest, now: number, t: Words): Promise<Upload> => {
  const { bytes, sent } = request.isMultipart() ? await readForm(request) : { bytes: request.body, sent: {} }
  if (!request.isMultipart() && !Buffer.isBuffer(bytes)) throw new Failure('wrong_content_type')
  if (!Buffer.isBuffer(bytes) || bytes.length === 0)
    throw new Failure('no_valid_input', { fields: { file: [t('fields.required')] } })
  const fields = Fields.safeParse({ ...(request.query as object), ...sent }, { reportInput: true })
  if (!fields.success) throw new Failure('no_valid_input', { fields: fieldErrors(fields.error, t) })
  const { kind, time: sentTime, device_id } = fields.data
  const time = readTime(sentTime, now)
  if (typeof time === 'string') throw new Failure('no_valid_input', { fields: { time: [t(`refusals.${time}`)] } })
  return { bytes, kind, time: new Date(time).toISOString(), device_id }
}

const readForm = async (request: FastifyRequest): Promise<{ bytes: Buffer | undefined; sent: object }> => {
  const limits = { fileSize: MAX_PHOTO_BYTES, files: 1, fields: 10, fieldSize: 1000 }
  const sent = new Map<string, unknown>()
  let bytes: Buffer | undefined
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') bytes = await part.toBuffer()
      else sent.set(part.fieldname, part.value)
    }
  } catch (cause) {
    // Broken off, without a boundary, with more parts than it may have: a form of which nothing can be read.
    const isTooLarge = (cause as { statusCode?: unknown }).statusCode === 413
    throw new Failure(isTooLarge ? 'too_large' : 'unreadable_request', { cause })
  }
  return { bytes, sent: Object.fromEntries(sent) }
}
