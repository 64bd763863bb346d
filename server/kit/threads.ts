import { THREADS } from './database/embedded-engine.ts'

// The pool reads its size when the first work comes to it, so this module is the first that the program reads.
process.env.UV_THREADPOOL_SIZE ??= String(THREADS)
