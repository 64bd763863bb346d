import { useTranslation } from 'react-i18next'
import { type Licence, licenceTextOf } from '#shared/rules/research/licences.ts'

/** Names of licences: as their publishers have them, and "all rights reserved" in the language of the screen. */
export const useLicences = (): ((licence: Licence) => string) => {
  const { t } = useTranslation('snapshots')
  return licence => (licenceTextOf(licence) ? licence : t('licence.all_rights_reserved'))
}
