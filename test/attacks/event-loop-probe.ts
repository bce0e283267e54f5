// Loaded into the served program (`node --import`): tells each connection, in milliseconds of CPU time of the event
// loop's thread, how long the event loop was blocked since the last time and how much it has used in total. Other
// programs on the machine do not count.
import { type AddressInfo, createServer } from 'node:net'

const spent = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

let last = spent()
let heldMs = 0
let from = last
setInterval(() => {
  const now = spent()
  heldMs = Math.max(heldMs, now - last)
  last = now
}, 1).unref()

const server = createServer((socket) => {
  socket.on('error', () => undefined)
  const now = spent()
  socket.end(JSON.stringify({ heldMs, spentMs: now - from, rss: process.memoryUsage().rss }))
  heldMs = 0
  from = now
})
server.listen(0, '127.0.0.1', () => {
  console.log(`probe at ${(server.address() as AddressInfo).port}`)
})
server.unref()
