import { API_BASE } from '#shared/contract/call.ts'
import { type Endpoint, scopeOf } from '#shared/contract/endpoint.ts'
import type { Language } from '#shared/contract/fixed.ts'
import { openApi } from '#shared/contract/openapi.ts'
import { SCOPES, TOKEN_PREFIX } from '#shared/rules/accounts/scopes.ts'
import type { Words } from '../kit/language.ts'
import { EXAMPLE_LANGUAGES, examplesOf } from './docs-examples.ts'

const STYLE = `
:root { color-scheme: light dark; --page: light-dark(#EDF0ED, #10151B); --card: light-dark(#FDFDFB, #181F27);
  --line: light-dark(#D2D9D4, #2C3641); --ink: light-dark(#17202B, #ECEFEB); --ink2: light-dark(#47525D, #B4BEC6);
  --steel: light-dark(#2C3E7E, #A3B4F7) }
body { margin: 0 auto; max-width: 960px; padding: 24px 16px 64px; background: var(--page); color: var(--ink); font: 15px/1.4 system-ui, sans-serif }
a { color: var(--steel) } h1 { font-size: 25px; letter-spacing: -.03em } h2 { font-size: 17px; margin: 28px 0 8px } h3 { font-size: 15px; margin: 16px 0 4px }
details { background: var(--card); border: 1px solid var(--line); border-radius: 12px; margin: 8px 0; padding: 0 14px }
summary { cursor: pointer; padding: 12px 0; overflow-wrap: anywhere } code, pre { font: 12.5px/1.5 ui-monospace, Menlo, monospace }
summary b { color: var(--steel); display: inline-block; min-width: 58px } summary span { color: var(--ink2) }
pre { overflow: auto; max-height: 380px } dt { font-weight: 620; margin-top: 8px } dd { margin: 2px 0 0 }`

const html = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** A page a person can browse, printed from the contract. */
export const docsPage = (
  endpoints: Record<string, Endpoint>,
  t: Words,
  { language, version, origin }: { language: Language; version: string; origin: string },
): string => {
  const { paths } = openApi(endpoints, version)
  const groups = Map.groupBy(Object.entries(endpoints), ([, endpoint]) => endpoint.path.split('/')[1] ?? '')
  const sections = [...groups]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([group, entries]) => {
      const items = entries.map(([, endpoint]) => item(endpoint, paths, t)).join('')
      return `<h2 id="${html(group)}">${html(group)}</h2>${items}`
    })
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${html(t('docs.title'))}</title><style>${STYLE}</style><main><h1>${html(t('docs.title'))} ${version}</h1>
<p>${html(t('docs.lead'))} <a href="${API_BASE}/openapi.json">openapi.json</a></p>${waysIn(t)}${examples(origin, t)}${sections.join('')}</main></html>`
}

interface Operation {
  parameters: { name: string; in: string; required: boolean; schema: { type?: string; enum?: unknown[] } }[]
  requestBody?: { content: Record<string, { schema: unknown }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: unknown }> }>
}

/** Ways for a caller to say who it is, and the scopes of access tokens. */
const waysIn = (t: Words): string => {
  const ways = [
    part(t('docs.way.session'), html(t('docs.way.session_text'))),
    part(t('docs.way.token'), html(t('docs.way.token_text', { prefix: TOKEN_PREFIX }))),
    part(t('docs.way.device'), html(t('docs.way.device_text'))),
  ]
  const scopes = [...SCOPES, 'session' as const].map(scope => part(scope, html(t(`docs.scopes.${scope}`))))
  return `<h2 id="authentication">${html(t('docs.way.title'))}</h2><dl>${ways.join('')}</dl>
<h3>${html(t('docs.scope'))}</h3><dl>${scopes.join('')}</dl>`
}

const examples = (origin: string, t: Words): string =>
  `<h2 id="examples">${html(t('docs.examples.title'))}</h2><p>${html(t('docs.examples.lead'))}</p>${examplesOf(origin)
    .map(
      ({ name, scope, ...texts }) =>
        `<details><summary>${html(t(`docs.examples.${name}`))} <code>${scope}</code></summary>${EXAMPLE_LANGUAGES.map(
          language => `<h3>${LANGUAGE_NAME[language]}</h3><pre>${html(texts[language])}</pre>`,
        ).join('')}</details>`,
    )
    .join('')}`

const LANGUAGE_NAME = { curl: 'curl', python: 'Python', r: 'R' } as const

const item = (endpoint: Endpoint, paths: Record<string, Record<string, unknown>>, t: Words): string => {
  const address = `${endpoint.root ? '' : API_BASE}${endpoint.path.replaceAll(/:(\w+)/g, '{$1}')}`
  const operation = paths[address]?.[endpoint.method.toLowerCase()] as Operation
  const parts = [
    part(t('docs.access'), `<code>${endpoint.access}</code>`),
    part(t('docs.scope'), scopeOf(endpoint) === null ? '' : `<code>${scopeOf(endpoint)}</code>`),
    part(t('docs.parameters'), operation.parameters.map(parameter).join('<br>')),
    part(t('docs.body'), contentOf(operation.requestBody?.content)),
    part(
      t('docs.answer'),
      Object.entries(operation.responses)
        .filter(([status]) => status !== 'default')
        .map(([status, { content }]) => `<code>${status}</code> ${contentOf(content)}`)
        .join(''),
    ),
    part(t('docs.failures'), (endpoint.failures ?? []).map(failure => `<code>${failure}</code>`).join(', ')),
  ]
  return `<details><summary><b>${endpoint.method}</b> <code>${html(address)}</code> <span>${html(endpoint.summary)}</span></summary><dl>${parts.join('')}</dl></details>`
}

const part = (name: string, content: string): string => (content ? `<dt>${html(name)}</dt><dd>${content}</dd>` : '')

const parameter = ({ name, required, schema }: Operation['parameters'][number]): string =>
  `<code>${html(name)}${required ? '' : '?'}</code> ${html(schema.enum ? schema.enum.join(' | ') : (schema.type ?? ''))}`

const contentOf = (content: Record<string, { schema: unknown }> = {}): string =>
  Object.entries(content)
    .map(([type, { schema }]) => `<code>${html(type)}</code><pre>${html(JSON.stringify(schema, null, 2))}</pre>`)
    .join('')
