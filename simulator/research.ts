import { type CallTransport, call as callOnce } from '#shared/contract/call.ts'
import type { Language } from '#shared/contract/fixed.ts'
import { api } from '#shared/contract/index.ts'
import de from '#shared/locales/de/demo-diary.json' with { type: 'json' }
import en from '#shared/locales/en/demo-diary.json' with { type: 'json' }
import es from '#shared/locales/es/demo-diary.json' with { type: 'json' }
import nl from '#shared/locales/nl/demo-diary.json' with { type: 'json' }
import { DAY_MS } from '#shared/rules/time/units.ts'
import { whenTaken } from './sending/send.ts'

const TEXTS: Record<Language, Pick<typeof en, 'research'>> = { de, en, es, nl }
/** Days that a winter's research goes on after the farm was loaded. */
const AHEAD = 120

const call: typeof callOnce = (endpoint, input, caller) => whenTaken(() => callOnce(endpoint, input, caller))

/** Starts a research project in the language of who loads the farm, with one of the locations shared. The other has not answered. */
export const startResearch = async (
  location_id: number,
  { anchor, start }: { anchor: number; start: number },
  user: CallTransport,
): Promise<void> => {
  const { locale } = await call(api.authenticate, {}, user)
  const from = new Date(start).toISOString()
  const body = {
    ...TEXTS[locale].research,
    start: from,
    end: new Date(anchor + AHEAD * DAY_MS).toISOString(),
    target_measurements: ['t', 'h', 'co2', 'nh3'],
  }
  const { id } = await call(api.createResearch, { body }, user)
  const consent = { location_id, answer: 'yes' as const, from }
  await call(api.createConsent, { params: { id }, body: consent }, user)
}
