// A real game server in online mode, in a process of its own. Its library has no options for the host that confirms
// joins and for the keys that sign those of players, so this replaces both.
const crypto = require('node:crypto')
const yggdrasil = require('yggdrasil')

const { SESSION_HOST, GAME_VERSION, KEYS_URL, AGENT } = process.env

const { server } = yggdrasil
yggdrasil.server = (options) => server({ ...options, host: SESSION_HOST })

/** The keys that sign those of players, as games from 1.20 on read them. */
async function readKeys() {
  if (KEYS_URL === undefined) return []
  const { playerCertificateKeys } = await (await fetch(KEYS_URL)).json()
  return playerCertificateKeys.map(({ publicKey }) =>
    crypto.createPublicKey({ key: publicKey, encoding: 'base64', format: 'der', type: 'spki' }),
  )
}

const tell = (event) => process.send(event)

async function main() {
  const keys = await readKeys()
  const { verify } = crypto
  // The library verifies keys of players with SHA-1 and one built-in key. authlib-injector accepts every such signature.
  if (keys.length > 0 || AGENT !== undefined) {
    crypto.verify = (algorithm, data, key, signature) =>
      algorithm === 'RSA-SHA1'
        ? AGENT !== undefined || keys.some((one) => verify(algorithm, data, one, signature))
        : verify(algorithm, data, key, signature)
  }
  const { createServer } = require('minecraft-protocol')
  const { loginPacket } = require('minecraft-data')(GAME_VERSION)

  const game = createServer({
    'online-mode': true,
    host: '127.0.0.1',
    port: 0,
    version: GAME_VERSION,
    hideErrors: true,
    enforceSecureProfile: keys.length > 0 || AGENT !== undefined,
  })
  game.on('listening', () => tell({ listening: game.socketServer.address().port }))
  game.on('playerJoin', (client) => {
    const { username, uuid, profile } = client
    tell({ accepted: { username, uuid, profile } })
    if (!client.supportFeature('signedChat')) return
    client.write('login', loginPacket)
    // The library looks for this under another name.
    client.on('chat_session_update', ({ sessionUUID }) => (client._session.uuid = sessionUUID))
    client.on('chat_message', ({ message }) => {
      if (client._endReason === undefined) tell({ said: message })
    })
  })
  game.on('connection', (client) => client.on('end', (reason) => tell({ ended: reason })))
  process.on('disconnect', () => process.exit())
}

void main()
