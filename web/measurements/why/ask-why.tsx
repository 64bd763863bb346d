import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './why.module.css'
import { useWhy, type WhyQuestion } from './why.tsx'

/** Lies over the picture of a value, which tells, when it is pressed, how it came about. */
export function AskWhy({ question, children }: { question: WhyQuestion | null; children: ReactNode }) {
  const { t } = useTranslation('measurements')
  const ask = useWhy()
  if (!ask || !question) return children
  const label = t('why_ask', { name: question.definition.type.name })
  return (
    <div className={classes.over}>
      {children}
      <button type="button" className={classes.ask} aria-label={label} title={label} onClick={() => ask(question)} />
    </div>
  )
}
