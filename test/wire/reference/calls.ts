import type { RunningService } from '../../service.ts'

export interface Call {
  /** For the path: each replaces its `{name}`. */
  path?: Record<string, string>
  query?: Record<string, string>
  headers?: Record<string, string>
  /** In each encoding that the document allows. */
  body?: unknown
}

/** The callers. Each call of these functions creates a new player, since many answers can be given only once. */
export interface World {
  service: RunningService
  player(): Promise<{
    id: string
    username: string
    password: string
    accessToken: string
    /** The account of a character, which proves it. */
    accountId?: string
  }>
}

export function worldOf(service: RunningService): World {
  return {
    service,
    player: async () => {
      const account = await service.account()
      return { ...account, accessToken: await service.signIn(account) }
    },
  }
}

/** Makes the requests of one operation. */
export type Calls = (world: World) => Promise<Call[]>
