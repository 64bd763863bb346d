import { useTranslation } from 'react-i18next'
import type { AccountLoss } from '#shared/contract/accounts/people.ts'
import classes from './account-loss.module.css'

/** List of what is gone with an account, and of what stays because it is also somebody else's, or of a place. */
const GOES = [
  'devices_released',
  'rentals_ended',
  'groups_dissolved',
  'alert_rules',
  'exports',
  'displays',
  'feeds',
  'tokens',
] as const satisfies readonly (keyof AccountLoss)[]
const STAYS = [
  'locations_shared',
  'locations_left',
  'groups_passed',
  'projects_left',
  'inspections_kept',
] as const satisfies readonly (keyof AccountLoss)[]

/** Preview of a deletion: what goes, and what stays. */
export function AccountLossLists({ loss }: { loss: AccountLoss }) {
  const { t } = useTranslation('account-loss')
  const lists = [
    { title: t('goes'), lines: GOES.filter(one => loss[one] > 0), always: null },
    { title: t('stays'), lines: STAYS.filter(one => loss[one] > 0), always: t('named') },
  ]
  return lists.map(
    ({ title, lines, always }) =>
      (lines.length > 0 || always) && (
        <div key={title} className={classes.part}>
          <b>{title}</b>
          <ul>
            {lines.map(one => (
              <li key={one}>{t(one, { count: loss[one] })}</li>
            ))}
            {always && <li>{always}</li>}
          </ul>
        </div>
      ),
  )
}
