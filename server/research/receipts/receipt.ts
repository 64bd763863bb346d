import type { Language } from '#shared/contract/fixed.ts'
import { plainTextOf } from '#shared/rules/formats/rich-text.ts'
import type { LedgerRow } from '../../consents/ledger.ts'
import { fromJson } from '../../kit/database/json.ts'

/** Number of a receipt as people read it: the year and the entry. */
export const receiptNumber = ({ id, said_at }: Pick<LedgerRow, 'id' | 'said_at'>): string =>
  `C-${said_at.slice(0, 4)}-${String(id).padStart(4, '0')}`

/** Name of who led the project; the ledger keeps it with the address behind it. */
const leaderName = ({ research_leader }: Pick<LedgerRow, 'research_leader'>): string | null => {
  const parts = research_leader?.split(', ') ?? []
  const name = parts.length > 1 && parts.at(-1)?.includes('@') ? parts.slice(0, -1) : parts
  return name.join(', ') || null
}

export interface ReceiptAround {
  publicUrl: string
  language: Language
}

/**
 * The receipt of an answer as JSON-LD: sections and fields of ISO/IEC TS 27560:2023 (header, processing, parties, events) in terms of
 * the Data Privacy Vocabulary, https://w3id.org/dpv.
 */
export const receiptOf = (row: LedgerRow, { publicUrl, language }: ReceiptAround): Record<string, unknown> => {
  const isYes = row.kind === 'yes'
  const link = `${publicUrl}/research/${row.research_id}`
  return {
    '@context': {
      dpv: 'https://w3id.org/dpv#',
      dct: 'http://purl.org/dc/terms/',
      xsd: 'http://www.w3.org/2001/XMLSchema#',
    },
    '@type': 'dpv:ConsentReceipt',
    'dct:conformsTo': 'ISO/IEC TS 27560:2023',
    'dct:identifier': receiptNumber(row),
    'dct:language': language,
    'dct:created': row.said_at,
    'dpv:hasDataSubject': { '@type': 'dpv:DataSubject', 'dct:title': row.said_by_name },
    'dpv:hasProcess': {
      '@type': 'dpv:Process',
      'dct:title': row.research_name,
      'dpv:hasPurpose': {
        '@type': 'dpv:AcademicResearch',
        'dct:description': plainTextOf(row.research_purpose ?? row.research_name),
      },
      'dpv:hasLegalBasis': { '@type': 'dpv:Consent' },
      'dpv:hasData': (row.measurements ? fromJson(row.measurements) : []).map(key => ({
        '@type': 'dpv:Data',
        'dct:identifier': key,
      })),
      'dpv:hasDataSource': {
        '@type': 'dpv:DataSource',
        'dct:title': row.location_name,
        'dct:identifier': `location:${row.location_id}`,
        'dct:hasPart': (row.device_ids ? fromJson(row.device_ids) : []).map(id => `device:${id}`),
      },
      'dpv:hasProcessing': ['dpv:Access', 'dpv:Analyse', 'dpv:Download', 'dpv:Store', 'dpv:MakeAvailable'],
      'dpv:hasTechnicalOrganisationalMeasure': [
        'dpv:Pseudonymisation',
        'dpv:AccessControlMethod',
        'dpv:ActivityMonitoring',
      ],
      'dpv:hasDuration': {
        '@type': isYes ? 'dpv:UntilEventDuration' : 'dpv:EndlessDuration',
        'dct:valid': { 'dpv:hasStartTime': row.from, 'dpv:hasEndTime': row.research_end },
      },
    },
    'dpv:hasDataController': {
      '@type': 'dpv:DataController',
      'dct:title': row.research_institution ?? leaderName(row) ?? row.research_name,
      'dpv:hasContact': row.research_leader,
    },
    'dpv:hasRecipient': { '@type': 'dpv:Recipient', 'dct:title': row.research_name },
    'dpv:hasConsentControl': {
      '@type': 'dpv:WithdrawConsent',
      'dpv:isExercisedAt': link,
      'dct:description':
        'A yes can be moved earlier and a no later. What was opened or downloaded before a no stays shared.',
    },
    'dpv:hasConsentStatus': {
      '@type': isYes ? 'dpv:ConsentGiven' : 'dpv:ConsentRefused',
      'dpv:isIndicatedAtTime': row.said_at,
      'dpv:isIndicatedBy': row.said_by_name,
    },
  }
}
