// Loaded into the served program (`node --import`): tells each connection, in milliseconds of CPU time of the event
// loop's thread, how long the event loop was blocked since the last time and how much it has used in total. Other
// programs on the machine do not count.
import { type AddressInfo, createServer } from 'node:net'

const spent = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

// The system counts CPU time when it lets another thread run, which is too rarely for short turns: those are timed.
const isTimed = process.env['PROBE_EACH_TURN'] !== undefined
const passed = isTimed ? () => performance.now() : spent

let last = passed()
let heldMs = 0
let from = spent()
const look = () => {
  const now = passed()
  heldMs = Math.max(heldMs, now - last)
  last = now
}
const next = () => {
  look()
  setImmediate(next)
}
if (isTimed) next()
else setInterval(look, 1).unref()

const server = createServer((socket) => {
  socket.on('error', () => undefined)
  const now = spent()
  socket.end(JSON.stringify({ heldMs, spentMs: now - from, rss: process.memoryUsage().rss }))
  // The answer itself does not count.
  setImmediate(() => {
    look()
    heldMs = 0
    from = spent()
  })
})
server.listen(0, '127.0.0.1', () => {
  console.log(`probe at ${(server.address() as AddressInfo).port}`)
})
server.unref()
