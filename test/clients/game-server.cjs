// A real game server in online mode, in a process of its own. Its library has no option for the host that confirms
// joins, so this replaces that host.
const yggdrasil = require('yggdrasil')
const { server } = yggdrasil
yggdrasil.server = (options) => server({ ...options, host: process.env.SESSION_HOST })

const { createServer } = require('minecraft-protocol')

const game = createServer({
  'online-mode': true,
  host: '127.0.0.1',
  port: 0,
  version: process.env.GAME_VERSION,
  hideErrors: true,
})
const tell = (event) => process.send(event)
game.on('listening', () => tell({ listening: game.socketServer.address().port }))
game.on('playerJoin', ({ username, uuid, profile }) => tell({ accepted: { username, uuid, profile } }))
game.on('connection', (client) => client.on('end', (reason) => tell({ ended: reason })))
process.on('disconnect', () => process.exit())
