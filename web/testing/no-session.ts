import { afterAll } from 'vitest'

// Test files share a process and its modules: a session that one leaves open would sign the next one in. The module is
// looked up at the end, as a test may have had it loaded anew. Without a browser around it, as on the server, there is none.
if (typeof window !== 'undefined') {
  afterAll(async () => {
    const { endSession } = await import('../kit/api/session.ts')
    endSession()
  })
}
