import type { Language } from '#shared/contract/fixed.ts'
import { dateTimeAt } from '#shared/rules/time/local-time.ts'
import type { LedgerRow } from '../../consents/ledger.ts'
import { fromJson } from '../../kit/database/json.ts'
import { textsOf, wordsIn } from '../../kit/language.ts'
import type { Paper } from '../../kit/paper/paper.ts'
import { blocksOfText } from '../../kit/paper/rich-text.ts'
import { taxonomyLists } from '../../taxonomy/lists.ts'
import { type ReceiptAround, receiptNumber } from './receipt.ts'

export interface PaperAround extends ReceiptAround {
  /** Zone of the location, whose clocks count. */
  zone: string
  /** Names of the devices that were named, as they are now. */
  devices: readonly string[]
}

/** Names of measurements by their keys, in the order of the taxonomy. */
export const namesOf = (keys: readonly string[], language: Language): string =>
  taxonomyLists(language)
    .measurement_types.filter(({ abbreviation }) => keys.includes(abbreviation))
    .map(({ name }) => name)
    .join(', ')

/** Receipt of an answer on paper: what was said, by whom, what it is for, what is seen and what never. */
export const receiptPaper = (row: LedgerRow, { language, zone, devices, publicUrl }: PaperAround): Paper => {
  const isYes = row.kind === 'yes'
  const { receipt, consent, facts } = textsOf(language, 'projects')
  const number = receiptNumber(row)
  const title = wordsIn(language)('mails.receipt_subject', { number })
  const time = (at: string) => dateTimeAt(at, zone)
  const rows: [string, string | null][] = [
    [receipt.number, number],
    [receipt.research, row.research_name],
    [receipt.institution, row.research_institution],
    [facts.led_by, row.research_leader],
    [receipt.location, row.location_name],
    [receipt.devices, row.device_ids ? devices.join(', ') : receipt.each],
    [receipt.measurements, namesOf(row.measurements ? fromJson(row.measurements) : [], language)],
    [isYes ? receipt.yes_from : receipt.no_from, row.from && time(row.from)],
    [receipt.said_by, [row.said_by_name, time(row.said_at)].filter(Boolean).join(', ')],
  ]
  return {
    title,
    language,
    subtitle: zone,
    footer: `${publicUrl}/research/${row.research_id}`,
    blocks: [
      { kind: 'heading', level: 1, text: isYes ? receipt.paper_yes : receipt.paper_no },
      { kind: 'text', size: 'lead', text: row.research_name },
      {
        kind: 'table',
        columns: [{ title: receipt.what }, { title: receipt.said, wide: true }],
        rows: rows.flatMap(([name, value]) => (value ? [[{ text: name, tone: 'muted' as const }, value]] : [])),
      },
      ...(row.research_purpose
        ? [{ kind: 'heading', level: 2, text: facts.purpose } as const, ...blocksOfText(row.research_purpose)]
        : []),
      ...(isYes
        ? ([
            { kind: 'heading', level: 2, text: consent.see },
            { kind: 'list', items: [consent.kind, consent.frozen] },
            { kind: 'heading', level: 2, text: consent.never },
            { kind: 'list', items: [consent.never_1, consent.never_2, consent.never_3] },
          ] as const)
        : ([{ kind: 'text', text: consent.no_text }] as const)),
      { kind: 'text', text: receipt.after },
      { kind: 'text', size: 'small', tone: 'muted', text: receipt.standard },
    ],
  }
}
