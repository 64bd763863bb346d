import { IconCheck, IconMinus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { GROUP_RIGHTS, GROUP_ROLES, permits } from '#shared/rules/groups/roles.ts'
import classes from './groups.module.css'

/** Table of who may do what in a group, from the rules that the server goes by. */
export function RightsTable() {
  const { t } = useTranslation('groups')
  return (
    <section className={`bm-card ${classes.part}`}>
      <h2>{t('rights.title')}</h2>
      <div className={classes.scrolls}>
        <table className={classes.rights}>
          <thead>
            <tr>
              <th scope="col">
                <span className="bm-hidden">{t('rights.right')}</span>
              </th>
              {GROUP_ROLES.map(role => (
                <th key={role} scope="col">
                  {t(`role.${role}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {GROUP_RIGHTS.map(right => (
              <tr key={right}>
                <th scope="row">{t(`rights.${right}`)}</th>
                {GROUP_ROLES.map(role => {
                  const may = permits(role, right)
                  return (
                    <td key={role} data-may={may || undefined}>
                      {may ? <IconCheck size={18} stroke={2.2} /> : <IconMinus size={18} stroke={1.6} />}
                      <span className="bm-hidden">{t(may ? 'rights.yes' : 'rights.no')}</span>
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="bm-small bm-muted">{t('rights.note')}</p>
    </section>
  )
}
