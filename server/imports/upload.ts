import type { FastifyRequest } from 'fastify'
import { MAX_IMPORT_BYTES } from '#shared/contract/measurements/imports.ts'
import { Failure } from '../kit/failure.ts'
import type { Words } from '../kit/language.ts'

const LONGEST_NAME = 200

/** The file of a multipart request, not read yet. */
export const uploadOf = async (
  request: FastifyRequest,
  t: Words,
): Promise<{ name: string; content: AsyncIterable<Buffer> }> => {
  if (!request.isMultipart()) throw new Failure('wrong_content_type')
  const file = await request.file({ limits: { fileSize: MAX_IMPORT_BYTES + 1, files: 1, fields: 5 } }).catch(unreadable)
  if (!file) throw new Failure('no_valid_input', { fields: { file: [t('fields.required')] } })
  const name = file.filename.replaceAll(/\p{Cc}/gu, '').slice(-LONGEST_NAME)
  return { name: name === '' ? 'file.csv' : name, content: wholeOf(file.file) }
}

const unreadable = (error: unknown): never => {
  throw new Failure('unreadable_request', { cause: error })
}

/** A connection that broke off, or a body that ends in the middle, is no defect of ours. */
async function* wholeOf(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* stream
  } catch (error) {
    unreadable(error)
  }
}
