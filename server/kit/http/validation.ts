import type { z } from 'zod'
import type { Texts } from '#shared/locales/texts.ts'
import type { Words } from '../language.ts'

/** Problems by field path (`areas.0.name`), as sentences in the caller's language. */
export const fieldErrors = (error: z.ZodError, t: Words): Record<string, string[]> => {
  const fields = new Map<string, string[]>()
  for (const issue of error.issues) {
    const [key, limit] = keyOf(issue)
    const sentence = t(`fields.${key}`, { limit: limit ?? '' })
    for (const field of fieldsOf(issue)) fields.set(field, [...new Set([...(fields.get(field) ?? []), sentence])])
  }
  // A caller chooses these names, `constructor` among them: entries, not properties.
  return Object.fromEntries(fields)
}

const fieldsOf = (issue: z.core.$ZodIssue): string[] =>
  issue.code === 'unrecognized_keys' ? issue.keys.map(key => [...issue.path, key].join('.')) : [issue.path.join('.')]

type Key = keyof Texts['server']['fields']

const keyOf = (issue: z.core.$ZodIssue): [Key, string?] => {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return ['required']
      return [issue.expected === 'number' || issue.expected === 'int' ? 'not_a_number' : 'invalid']
    case 'too_small':
      return issue.origin === 'string' || issue.origin === 'array' ? ['required'] : ['too_small', String(issue.minimum)]
    case 'too_big':
      if (issue.origin === 'string') return ['too_long', String(issue.maximum)]
      if (issue.origin === 'array') return ['too_many', String(issue.maximum)]
      return ['too_big', String(issue.maximum)]
    case 'invalid_format':
      if (issue.format === 'email') return ['invalid_email']
      return [issue.format === 'datetime' ? 'invalid_time' : 'invalid']
    case 'invalid_value':
      return [issue.path.at(-1) === 'policy_accepted' ? 'policy' : 'invalid']
    case 'unrecognized_keys':
      return ['unknown_field']
    case 'custom':
      return [(issue.params?.code as Key | undefined) ?? 'invalid']
    default:
      return ['invalid']
  }
}
