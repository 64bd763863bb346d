import { configure } from '@testing-library/react'
import { afterAll } from 'vitest'

// Events that tests wait for may take as long as a busy machine needs; a second is the usual time.
configure({ asyncUtilTimeout: 30_000 })

// Test files share a process and its modules: a session that one leaves open would sign the next one in. Without a browser
// around it, as on the server, there is none.
if (typeof window !== 'undefined') {
  const { endSession } = await import('../kit/api/session.ts')
  afterAll(() => endSession())
}
