// Loaded into the service with --import: its clock is as far from that of the machine as a file says, in milliseconds.
import { readFileSync } from 'node:fs'

const lookEveryMs = 50
const file = process.env['CRASH_CLOCK'] ?? ''
const TrueDate = Date
let shiftMs = 0

setInterval(() => {
  shiftMs = Number(readFileSync(file, 'utf8'))
}, lookEveryMs).unref()

globalThis.Date = new Proxy(TrueDate, {
  construct: (target, given) =>
    given.length === 0 ? new TrueDate(TrueDate.now() + shiftMs) : Reflect.construct(target, given, target),
  get: (target, name, receiver) =>
    name === 'now' ? () => TrueDate.now() + shiftMs : Reflect.get(target, name, receiver),
})
