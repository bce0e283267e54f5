// Game servers and game clients of the npm package minecraft-protocol.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { connect } from 'node:net'
import type { TestContext } from 'node:test'

const require = createRequire(import.meta.url)
const { createClient } = require('minecraft-protocol')
const { Endpoints } = require('prismarine-auth/src/common/Constants')
const MinecraftJavaTokenManager = require('prismarine-auth/src/TokenManagers/MinecraftJavaTokenManager')

export interface GameServer {
  version: string
  port: number
  process: ChildProcess
}

export interface GameServerOptions {
  version: string
  /** The address that confirms joins. */
  root: string
  /** The address of the keys that sign those of players. Undefined for the vendor's key, which is built in. */
  keysUrl?: string | undefined
  /** True if it accepts every key of a player, as under authlib-injector. */
  hasAgent?: boolean
}

/** Starts a game server in online mode, which ends with the test. It enforces signed chat if it has keys to check it. */
export async function startGameServer(
  t: TestContext,
  { version, root, keysUrl, hasAgent }: GameServerOptions,
): Promise<GameServer> {
  const server = fork(new URL('game-server.cjs', import.meta.url), {
    env: {
      ...process.env,
      SESSION_HOST: root,
      GAME_VERSION: version,
      ...(keysUrl !== undefined && { KEYS_URL: keysUrl }),
      ...(hasAgent && { AGENT: 'yes' }),
    },
  })
  t.after(() => server.kill())
  const [{ listening }] = (await once(server, 'message')) as [{ listening: number }]
  return { version, port: listening, process: server }
}

export interface Player {
  username: string
  password?: string
  session?: object
}

/** The addresses of the service where a player signs in. */
export interface PlayerHosts {
  authServer: string
  sessionServer: string
  /** The address that gives the client keys to sign its chat with. Undefined if it does not sign. */
  certificates?: string | undefined
}

/**
 * Returns the option that connects a client to a port on this machine, with keys for chat from the service of the player
 * if there is an address. The library does the same with the vendor's session.
 */
export const connecting =
  (port: number, certificates: string | undefined) =>
  async (client: any): Promise<void> => {
    if (certificates !== undefined) {
      Endpoints.minecraftJava.certificates = certificates
      const keys = await new MinecraftJavaTokenManager().fetchCertificates(client.session.accessToken)
      Object.assign(client, keys)
    }
    client.setSocket(connect(port, '127.0.0.1'))
  }

/** Connects a game client; returns what the client and the server report. */
export function startGame(
  t: TestContext,
  { version, port, process }: GameServer,
  player: Player,
  hosts: PlayerHosts,
) {
  const { certificates, ...options } = hosts
  const client = createClient({
    host: '127.0.0.1',
    port,
    version,
    auth: 'mojang',
    profilesFolder: false,
    connect: connecting(port, certificates),
    ...options,
    ...player,
  })
  const hangUp = () => {
    client.socket?.destroy()
    // Its own half minute, for a peer that does not answer, is not needed here.
    clearTimeout(client.closeTimer)
  }
  t.after(hangUp)
  const welcomed = new Promise<any>((resolve) => client.once('success', resolve))
  const playing = new Promise<any>((resolve) => client.once('login', resolve))
  const failed = new Promise<Error>((resolve) => client.once('error', resolve))
  const told = once(process, 'message').then(([event]) => event)
  return { client, hangUp, welcomed, playing, failed, told }
}
