import {
  type ContactSettings,
  fillPlaces,
  formFieldsIn,
  headersIn,
  type Placeholder,
} from '#shared/rules/alerts/contact-services.ts'
import { smsText, spokenText } from '../short-texts.ts'
import type { ContactCall, ContactMessage, ContactService } from './service.ts'

const TYPES = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  text: 'text/plain; charset=utf-8',
  none: undefined,
} as const

/** Characters that a header may hold. */
const inHeader = (text: string): string => text.replaceAll(/[^\x20-\x7e\xa0-\xff]/g, ' ').trim()

/** A request of one's own. Each place is written as the part of the request asks for, so no value ends one. */
export const other: ContactService = {
  call: (settings, message) => {
    const { method = 'POST', url = '', format = 'none', headers = '' } = settings
    const written = valuesOf(settings, message)
    const type = method === 'GET' ? undefined : TYPES[format as keyof typeof TYPES]
    const own = (headersIn(headers) ?? []).map(([name, value]) => [name, inHeader(fillPlaces(value, written))] as const)
    const body = type === undefined ? undefined : bodyOf(settings, written)
    return {
      method: method as ContactCall['method'],
      url: fillPlaces(url, name => encodeURIComponent(written(name))),
      headers: { ...(type === undefined ? {} : { 'content-type': type }), ...Object.fromEntries(own) },
      ...(body === undefined ? {} : { body }),
    }
  },
}

const bodyOf = ({ format, body = '' }: ContactSettings, written: (name: Placeholder) => string): string => {
  if (format === 'json') return fillPlaces(body, name => JSON.stringify(written(name)).slice(1, -1))
  if (format === 'text') return fillPlaces(body, written)
  const fields = (formFieldsIn(body) ?? []).map(([name, value]) => [name, fillPlaces(value, written)])
  return new URLSearchParams(fields).toString()
}

const valuesOf =
  ({ to = '', secret = '' }: ContactSettings, message: ContactMessage) =>
  (name: Placeholder): string =>
    ({
      text: smsText(message),
      sentence: spokenText(message),
      title: message.title,
      link: message.link,
      to,
      secret,
      urgency: message.urgency,
      id: message.id,
    })[name]
