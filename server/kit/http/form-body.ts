import type { z } from 'zod'
import { Failure } from '../failure.ts'
import type { Words } from '../language.ts'
import { fieldErrors } from './validation.ts'

/** Fields of a form, checked as those of a query are; what ends in `[]` may be named more than once. Throws no_valid_input. */
export const readForm = <Schema extends z.ZodType>(
  schema: Schema,
  text: string | undefined,
  { t }: { t: Words },
): z.output<Schema> => {
  const form = new URLSearchParams(text)
  const fields = [...new Set(form.keys())].map(name => [name, name.endsWith('[]') ? form.getAll(name) : form.get(name)])
  const result = schema.safeParse(Object.fromEntries(fields), { reportInput: true })
  if (!result.success) throw new Failure('no_valid_input', { fields: fieldErrors(result.error, t) })
  return result.data
}
