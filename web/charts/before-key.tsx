import classes from './chart.module.css'

/** Legend of the dashed brass line: the period, or the place, that is drawn beside what is. */
export function BeforeKey({ name }: { name: string }) {
  return (
    <span className={classes.before}>
      <i aria-hidden="true" /> {name}
    </span>
  )
}
