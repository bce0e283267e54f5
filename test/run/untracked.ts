// Loaded first by each process of a whole run. node:test follows every promise, to tell which test an uncaught error
// belongs to, which takes a tenth of the run (docs/decisions/0063-the-test-run.md). Without that, such an error fails
// the process, and its stack is printed.
import { createHook } from 'node:async_hooks'

const hooks = Object.getPrototypeOf(createHook({}))
hooks.enable = function enable() {
  return this
}

const print = (error: unknown): void => {
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`)
}
process.on('uncaughtExceptionMonitor', print)
process.on('unhandledRejection', print)
