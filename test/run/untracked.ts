// Each process of a whole run loads this first. node:test follows every promise, to tell which test an uncaught error
// belongs to (docs/decisions/0063-the-test-run.md). Without that, such an error fails the process, and its stack is
// printed.
import { createHook, type HookCallbacks } from 'node:async_hooks'

const withoutPromises = createHook({ init() {}, trackPromises: false } as HookCallbacks)
const isWithout = Object.getOwnPropertySymbols(withoutPromises).find(
  (symbol) => (withoutPromises as unknown as Record<symbol, unknown>)[symbol] === true,
)
if (isWithout === undefined) throw new Error('this Node.js cannot leave out promises')
const hooks = Object.getPrototypeOf(withoutPromises)
const { enable } = hooks
hooks.enable = function enableWithoutPromises() {
  this[isWithout] = true
  return enable.call(this)
}

const print = (error: unknown): void => {
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`)
}
process.on('uncaughtExceptionMonitor', print)
process.on('unhandledRejection', print)
