import { useState } from 'react'
import type { FloorPlan } from '#shared/contract/places/floor-plans.ts'

type Named = Pick<FloorPlan, 'id' | 'name'>

/** Plan that a page shows. */
export interface ShownPlan {
  /** Id in the address, for which it was chosen. */
  asked: number | undefined
  plan: Named | null
  /** Plan that was shown or asked for and is there no more; without a name where it was never seen. */
  gone: { name: string | null } | null
}

const namedOf = ({ id, name }: Named): Named => ({ id, name })

/**
 * Plan that is shown after `before`. One that is shown stays so, whatever is added, renamed or deleted beside it: who deletes or
 * moves something means the plan before their eyes. Returns `before` where nothing is different.
 */
export const nextShown = (before: ShownPlan | null, plans: readonly Named[], asked: number | undefined): ShownPlan => {
  const first = plans[0] ? namedOf(plans[0]) : null
  if (before === null || before.asked !== asked) {
    const wanted = plans.find(({ id }) => id === asked)
    // Another address without a plan, such as one step back, leaves the one that is shown.
    const kept = asked === undefined ? plans.find(({ id }) => id === before?.plan?.id) : undefined
    const found = wanted ?? kept
    if (found) return { asked, plan: namedOf(found), gone: null }
    return { asked, plan: first, gone: asked === undefined ? null : { name: null } }
  }
  const { plan } = before
  if (plan === null) return first ? { ...before, plan: first } : before
  const now = plans.find(({ id }) => id === plan.id)
  if (!now) return { asked, plan: first, gone: { name: plan.name } }
  return now.name === plan.name ? before : { ...before, plan: namedOf(now) }
}

/** Plan that is shown of those of a location, and what to say of one that is gone until `forget` is called. */
export const useShownPlan = (plans: readonly FloorPlan[], asked: number | undefined) => {
  const [before, setShown] = useState<ShownPlan | null>(null)
  const shown = nextShown(before, plans, asked)
  if (shown !== before) setShown(shown)
  return {
    plan: plans.find(({ id }) => id === shown.plan?.id) ?? null,
    gone: shown.gone,
    forget: () => setShown(one => one && { ...one, gone: null }),
  }
}
