import { urlOf } from '#shared/contract/call.ts'
import { reportEndpoints } from '#shared/contract/measurements/reports.ts'
import { createSigner } from '../kit/security/signer.ts'
import type { Services } from '../kit/services.ts'
import { type ReportRow, reportOfId } from './store.ts'

const TOKEN = /^(\d{1,10})-([\w-]{43})$/
const textOf = ({ id, link_number }: Pick<ReportRow, 'id' | 'link_number'>): string => `report ${id} ${link_number}`

/**
 * Links that open a report without signing in. Signed, so nobody guesses one and nothing secret is kept; opening one changes
 * nothing, so a mail scanner that follows it takes nothing away.
 */
export const createReportLinks = (services: Pick<Services, 'db'>) => {
  const signer = createSigner(services, 'reports')
  return {
    pathOf: async (row: ReportRow): Promise<string> =>
      urlOf(reportEndpoints.getReport, { params: { token: `${row.id}-${await signer.sign(textOf(row))}` }, query: {} }),
    /** Report of a link that was not taken back; null for any other text. */
    reportOf: async (token: string): Promise<ReportRow | null> => {
      const [, id, signature] = TOKEN.exec(token) ?? []
      if (id === undefined || signature === undefined || Number(id) > 2_147_483_647) return null
      const row = await reportOfId(services.db, Number(id))
      return row?.is_linked === 1 && (await signer.isSigned(textOf(row), signature)) ? row : null
    },
  }
}
