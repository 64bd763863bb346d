import { type ComponentType, type ReactNode, useId } from 'react'
import classes from './alert-delivery.module.css'

interface Props {
  icon: ComponentType<{ size?: number; stroke?: number }>
  title: string
  text: ReactNode
  /** Content at the right of the heading. */
  end?: ReactNode
  children?: ReactNode
}

/** Card of one way to be told. */
export function DeliveryCard({ icon: Icon, title, text, end, children }: Props) {
  const id = useId()
  return (
    <section className={`bm-card ${classes.card}`} aria-labelledby={id}>
      <header>
        <Icon size={22} stroke={1.8} />
        <div className="bm-grow">
          <h2 id={id}>{title}</h2>
          <p className="bm-muted">{text}</p>
        </div>
        {end}
      </header>
      {children}
    </section>
  )
}
