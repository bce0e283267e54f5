import type { Account } from './accounts.ts'
import type { Adapter } from './adapter.ts'
import type { Neighbour } from './federation/neighbour.ts'
import type { Client, Sending } from './http/client.ts'
import { type Answer, Unreachable } from './http/exchange.ts'
import type { Layout, Place } from './layouts/layout.ts'
import { Deviation, NotOffered, Skipped, Vendors } from './outcome.ts'
import { isLikeUnknown, unknownSibling } from './presence.ts'
import type { Chance } from './random.ts'
import type { Target } from './target.ts'
import { totpCode } from './totp.ts'

/** Everything that the checks of a run share. */
export interface World {
  target: Target
  client: Client
  chance: Chance
  /** The time in milliseconds. */
  now: () => number
  sleep: (ms: number) => Promise<void>
  /** Accounts without a second factor first. */
  accounts: readonly Account[]
  adapter: Adapter
  /** The target behind `--server-root`. */
  serverRoot: Target | undefined
  /** The services behind `--neighbours`. The first one is trusted more than the second one. */
  neighbours: readonly [Neighbour, Neighbour] | undefined
  /** Which places are known to be there, or not to be. */
  isThere: Map<string, boolean>
  /** Keys that verify textures, once they were asked for. */
  textureKeys: Promise<readonly string[]> | undefined
  /** Removes the accounts that were made for this run, and ends its neighbours. */
  end: () => Promise<void>
}

/** A request to a place of the layout. */
export interface Asking extends Sending {
  method?: string
  /** Values for the braces of the address. */
  params?: Partial<Record<'name' | 'id' | 'kind' | 'hash' | 'xuid', string>>
  query?: Record<string, string>
  /** Stands in for the target: another root of the same server. */
  target?: Target
}

/** One check under way: sends requests, and remembers the last answer to show where the check fails. */
export class Trial {
  readonly world: World
  last: Answer | undefined

  constructor(world: World) {
    this.world = world
  }

  get layout(): Layout {
    return this.world.target.layout
  }

  get chance(): Chance {
    return this.world.chance
  }

  /**
   * @throws {Deviation} where nothing answers
   * @throws {Skipped} where the address is the vendor's
   */
  async send(method: string, url: string, sending: Sending = {}): Promise<Answer> {
    try {
      this.last = await this.world.client.send(method, url, sending)
      return this.last
    } catch (error) {
      if (error instanceof Vendors) throw new Skipped(error.message)
      if (error instanceof Unreachable) throw new Deviation('an answer', `${method} ${url}: ${error.message}`)
      throw error
    }
  }

  /**
   * Asks a place of the layout; POST where a body is sent.
   *
   * @throws {NotOffered} where the layout has no such place, or the server answers as at a path that does not exist
   */
  async ask(place: Place, asking: Asking = {}): Promise<Answer> {
    const {
      method = defaultMethod(asking),
      params = {},
      query,
      target = this.world.target,
      ...sending
    } = asking
    const template = target.addresses[place]
    if (!template) throw new NotOffered(`${place} is not part of the layout ${target.layout.name}`)
    const { isThere } = this.world
    if (isThere.get(template) === false) throw new NotOffered(`${template} is not there`)
    const answer = await this.send(method, addressOf(template, params, query), sending)
    if (isThere.get(template) === true) return answer
    const isMissing = await this.#isMissing(method, template, params, sending, answer)
    isThere.set(template, !isMissing)
    this.last = answer
    if (isMissing) throw new NotOffered(`${template} answers ${answer.status}, as a path that does not exist`)
    return answer
  }

  async #isMissing(
    method: string,
    template: string,
    params: Record<string, string>,
    sending: Sending,
    answer: Answer,
  ): Promise<boolean> {
    if (![404, 405, 501].includes(answer.status)) return false
    const sibling = addressOf(unknownSibling(template, this.chance.hex(6)), params)
    return isLikeUnknown(answer, await this.send(method, sibling, sending))
  }

  /** The first account without a second factor. */
  account(): Account {
    return this.#accountAt(0)
  }

  other(): Account {
    return this.#accountAt(1)
  }

  /** The account with a second factor, and the code of this moment. */
  secondFactor(): { account: Account; code: string } {
    const account = this.world.accounts.find(({ totpSecret }) => totpSecret)
    if (!account?.totpSecret) throw new Skipped('no account has a totpSecret')
    const code = totpCode(account.totpSecret, this.world.now())
    this.world.client.secrets.add(account.password, code)
    return { account, code }
  }

  #accountAt(index: number): Account {
    const account = this.world.accounts.filter(({ totpSecret }) => !totpSecret)[index]
    if (!account) throw new Skipped('there is no such account')
    return account
  }
}

const defaultMethod = ({ json, form, body }: Asking): string =>
  json !== undefined || form || body !== undefined ? 'POST' : 'GET'

function addressOf(
  template: string,
  params: Record<string, string | undefined>,
  query?: Record<string, string>,
): string {
  const url = template.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent((params[name] ?? '').toWellFormed()),
  )
  return query ? `${url}?${new URLSearchParams(query).toString()}` : url
}
