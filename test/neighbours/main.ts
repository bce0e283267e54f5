// npm run neighbour -- [options]: a small account service of somebody else's, which can misbehave.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { offlineUuid } from '../../src/lib/crypto/uuid.ts'
import { behaviours } from './behaviours.ts'
import { startNeighbour } from './mock.ts'

const usage = `Usage: npm run neighbour -- [options]

  --player NAME[=UUID]  a player who has joined every server; several times for more (Guest)
  --port N              the port on 127.0.0.1 (a free one)
  --behave HOW          how it answers hasJoined (good)
  --names HOW           how it answers questions about names (as it should)
  --skin-host HOST      the host of its textures (textures.neighbour.test)
  --skin FILE           a skin that its players wear, served from its own address
  --list                prints the ways to answer

Prints its addresses, then each request. SIGINT ends it.
`

function readOptions() {
  try {
    return parseArgs({
      options: {
        player: { type: 'string', multiple: true, default: ['Guest'] },
        port: { type: 'string', default: '0' },
        behave: { type: 'string', default: 'good' },
        names: { type: 'string' },
        'skin-host': { type: 'string' },
        skin: { type: 'string' },
        list: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${usage}`)
    return process.exit(2)
  }
}

const given = readOptions()
if (given.help || given.list) {
  process.stdout.write(given.help ? usage : `${Object.keys(behaviours).join('\n')}\n`)
  process.exit(0)
}
const port = Number(given.port)
const unknown = [given.behave, given.names].find((how) => how !== undefined && !(how in behaviours))
if (unknown !== undefined || !Number.isInteger(port) || port < 0 || port > 65_535) {
  process.stderr.write(usage)
  process.exit(2)
}

/** A UUID of version 4 that is the same at each start. */
const idOf = (name: string) => offlineUuid(name).replace(/^(.{12})./, '$14')
const neighbour = await startNeighbour({
  port,
  players: given.player.map((text) => {
    const [name = '', id = idOf(name)] = text.split('=')
    return [name, { id: id.replaceAll('-', '').toLowerCase() }]
  }),
  ...(given['skin-host'] && { skinHost: given['skin-host'] }),
  ...(given.skin !== undefined && { skinHost: '127.0.0.1' }),
  onRequest: ({ method, path, body }) => process.stdout.write(`${method} ${path} ${body}\n`),
})
if (given.skin !== undefined) {
  neighbour.pictures.set('/skin.png', readFileSync(given.skin))
  neighbour.worn = { SKIN: { url: `${neighbour.url}/skin.png` } }
}
neighbour.behave(given.behave)
neighbour.behaveForNames(given.names)
process.stdout.write(`authlib-injector  ${neighbour.root}\nvendor            ${neighbour.url}\n`)
for (const [name, { id }] of neighbour.players) process.stdout.write(`player            ${name} ${id}\n`)
process.once('SIGINT', () => void neighbour.close())
