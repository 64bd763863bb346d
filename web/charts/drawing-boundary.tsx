import { Button } from '@mantine/core'
import { Component, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './chart.module.css'

function Failed() {
  const { t } = useTranslation('ui')
  return (
    <div className={classes.failed}>
      <Button variant="default" onClick={() => location.reload()}>
        {t('load_again')}
      </Button>
    </div>
  )
}

/** Keeps the page when the drawing program does not come, as without reception. */
export class DrawingBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError = () => ({ failed: true })
  override render() {
    return this.state.failed ? <Failed /> : this.props.children
  }
}
