// Plain Node: prepares like the other commands, then measures on the Node of the product.
import { buildWeb, NODE, prepare, run } from './prepare.mjs'

await prepare()
process.exitCode = (await buildWeb()) || (await run(NODE, ['bench/main.ts', ...process.argv.slice(2)]))
