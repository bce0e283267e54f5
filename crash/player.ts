// A player whose every change is written down as soon as it is answered. Nobody else changes this account.
import type { Random } from '../fuzz/random.ts'
import { Unanswered } from './asking.ts'
import { Claim } from './claim.ts'
import type { Scene } from './scene.ts'
import { type Keeper, keepOrRemove } from './wardrobe.ts'

const clientToken = 'crash'

export class Player implements Keeper {
  readonly username: Claim<string>
  readonly password: Claim<string>
  readonly isSuspended = new Claim(false)
  readonly isMember = new Claim(false)
  readonly skin = new Claim<string | null>(null)
  readonly tokens = new Map<string, Claim<'alive' | 'dead'>>()
  readonly joins = new Map<string, Claim<'waiting' | 'taken'>>()
  readonly links = new Map<string, Claim<'unused' | 'used'>>()
  readonly kept = new Map<string, Claim<string | null>>()
  readonly keptAs = new Map<string, string>()
  /** This player's friendship with the next one, which that one leaves alone. */
  readonly isFriend = new Claim(false)
  /** The other half of `isFriend`. */
  next: Player | undefined
  /** Words of changes that were answered, each with the words of the email and of the event about it. */
  readonly told: { mail: string; event: string }[] = []
  readonly id: string
  readonly #scene: Scene
  #count = 0

  constructor(scene: Scene, { id, username, password }: { id: string; username: string; password: string }) {
    this.#scene = scene
    this.id = id
    this.username = new Claim(username)
    this.password = new Claim(password)
  }

  /** Does one thing. Throws Unanswered. */
  async step(random: Random): Promise<void> {
    const isUnclear = this.isSuspended.isOpen || this.username.isOpen || this.password.isOpen
    if (isUnclear) throw new Unanswered('the next check finds out')
    if (this.isSuspended.known) return this.#restore()
    const steps = [
      () => this.#signIn(),
      () => this.#refresh(random),
      () => this.#invalidate(random),
      () => this.#join(random),
      () => this.#join(random),
      () => this.#hasJoined(random),
      () => this.#upload(random),
      () => this.#enterOrLeave(),
      () => this.#befriendOrPart(),
      () => keepOrRemove(this, this.#scene, random),
    ]
    const rare = [
      () => this.#rename(),
      () => this.#signOut(),
      () => this.#suspend(),
      () => this.#makeLink(),
      () => this.#useLink(random),
    ]
    await (random.chance(0.1) ? random.pick(rare) : random.pick(steps))()
  }

  /** Access tokens that the service has given and not ended. */
  alive(): string[] {
    return [...this.tokens]
      .filter(([, claim]) => claim.known === 'alive' && !claim.isOpen)
      .map(([token]) => token)
  }

  #of<Value>(claims: Map<string, Claim<Value>>, value: Value): string[] {
    return [...claims].filter(([, claim]) => claim.known === value && !claim.isOpen).map(([key]) => key)
  }

  async #signIn(): Promise<void> {
    // An account holds 64 tokens: the oldest would end.
    if (this.tokens.size > 40) for (const token of this.#of(this.tokens, 'dead')) this.tokens.delete(token)
    if (this.alive().length > 10) return
    const { status, text } = await this.#scene.asking.post('/auth/authenticate', {
      username: this.username.known,
      password: this.password.known,
      clientToken,
    })
    if (status !== 200) return this.#scene.asking.fail(`authenticate: ${status} ${text.slice(0, 200)}`)
    this.tokens.set(
      (JSON.parse(text) as { accessToken: string }).accessToken,
      new Claim<'alive' | 'dead'>('alive'),
    )
  }

  async #refresh(random: Random): Promise<void> {
    const accessToken = this.#some(random, this.alive())
    if (accessToken === undefined) return this.#signIn()
    let next = ''
    await this.tokens.get(accessToken)?.change('dead', async () => {
      const { status, text } = await this.#scene.asking.post('/auth/refresh', { accessToken, clientToken })
      if (status === 200) next = (JSON.parse(text) as { accessToken: string }).accessToken
      return this.#isYes('refresh', status)
    })
    if (next) this.tokens.set(next, new Claim<'alive' | 'dead'>('alive'))
  }

  async #invalidate(random: Random): Promise<void> {
    const accessToken = this.#some(random, this.alive())
    if (accessToken === undefined) return
    await this.tokens.get(accessToken)?.change('dead', async () => {
      const { status } = await this.#scene.asking.post('/auth/invalidate', { accessToken, clientToken })
      return this.#isYes('invalidate', status)
    })
  }

  async #join(random: Random): Promise<void> {
    const accessToken = this.#some(random, this.alive())
    if (accessToken === undefined) return this.#signIn()
    const serverId = `${this.id.slice(-4)}-${++this.#count}`
    const { status } = await this.#scene.asking.post('/session/join', {
      accessToken,
      selectedProfile: this.id,
      serverId,
    })
    if (this.#isYes('join', status)) this.joins.set(serverId, new Claim<'waiting' | 'taken'>('waiting'))
  }

  async #hasJoined(random: Random): Promise<void> {
    const serverId = this.#some(random, this.#of(this.joins, 'waiting'))
    if (serverId === undefined) return
    await this.joins.get(serverId)?.change('taken', async () => {
      const { status } = await this.hasJoined(serverId)
      return this.#isYes('hasJoined', status)
    })
  }

  hasJoined(serverId: string) {
    const query = new URLSearchParams({ username: this.username.known, serverId })
    return this.#scene.asking.ask('GET', `/session/hasJoined?${query}`)
  }

  async #upload(random: Random): Promise<void> {
    const accessToken = this.#some(random, this.alive())
    const { hash, png } = random.pick(this.#scene.skins)
    if (accessToken === undefined || this.skin.known === hash) return
    await this.skin.change(hash, async () => {
      const body = new FormData()
      body.append('file', new Blob([new Uint8Array(png)]))
      const path = `/authlib-injector/api/user/profile/${this.id}/skin`
      const headers = { authorization: `Bearer ${accessToken}` }
      const { status } = await this.#scene.asking.ask('PUT', path, { body, headers })
      // The limit on uploads.
      return status !== 429 && this.#isYes('upload', status, 204)
    })
  }

  async #enterOrLeave(): Promise<void> {
    const isToBe = !this.isMember.known
    await this.isMember.change(isToBe, async () => {
      const path = `/groups/${this.#scene.group}/members/${this.id}`
      const { status } = await this.#scene.asking.api(isToBe ? 'PUT' : 'DELETE', path)
      return this.#isYes('group', status, 204)
    })
  }

  async #befriendOrPart(): Promise<void> {
    const { next } = this
    if (!next) return
    const isToBe = !this.isFriend.known
    await this.isFriend.change(isToBe, async () => {
      const path = `/accounts/${this.id}/friends/${next.id}`
      const { status } = await this.#scene.asking.api(isToBe ? 'PUT' : 'DELETE', path)
      return this.#isYes('friends', status, 204)
    })
  }

  async #rename(): Promise<void> {
    const name = `C${this.id.slice(-4)}_${++this.#count}`
    await this.username.change(name, async () => {
      const { status } = await this.#scene.asking.api('PATCH', `/accounts/${this.id}`, { username: name })
      const isYes = this.#isYes('rename', status)
      if (isYes) this.told.push({ mail: ` to ${name}.`, event: `"to":"${name}"` })
      return isYes
    })
  }

  async #signOut(): Promise<void> {
    this.links.clear()
    await this.#endAll(async () => {
      const { status } = await this.#scene.asking.api('DELETE', `/accounts/${this.id}/tokens`)
      return this.#isYes('sign-out', status, 204)
    })
  }

  async #suspend(): Promise<void> {
    this.links.clear()
    const reason = `crash ${this.id.slice(-4)} ${++this.#count}.`
    await this.isSuspended.change(true, () =>
      this.#endAll(async () => {
        const path = `/accounts/${this.id}/suspend`
        const isYes = this.#isYes('suspend', (await this.#scene.asking.api('POST', path, { reason })).status)
        if (isYes) this.told.push({ mail: reason, event: `"${reason}"` })
        return isYes
      }),
    )
  }

  async #restore(): Promise<void> {
    await this.isSuspended.change(false, async () => {
      const { status } = await this.#scene.asking.api('POST', `/accounts/${this.id}/restore`)
      return this.#isYes('restore', status)
    })
  }

  async #makeLink(): Promise<void> {
    // A new link ends the one before, also if it is not answered.
    this.links.clear()
    const { status, text } = await this.#scene.asking.api('POST', `/accounts/${this.id}/links`, {
      for: 'password',
    })
    if (!this.#isYes('link', status, 201)) return
    this.links.set(
      new URL((JSON.parse(text) as { url: string }).url).pathname,
      new Claim<'unused' | 'used'>('unused'),
    )
  }

  async #useLink(random: Random): Promise<void> {
    const path = this.#some(random, this.#of(this.links, 'unused'))
    if (path === undefined) return
    const password = `correct horse ${++this.#count} ${this.id.slice(-6)}`
    await this.links.get(path)?.change('used', () =>
      this.password.change(password, () =>
        this.#endAll(async () => {
          const page = await this.#scene.asking.ask('GET', path)
          const csrf = /name="csrf" value="([^"]*)"/.exec(page.text)?.[1] ?? ''
          const cookie = page.cookies
          const { status } = await this.#scene.asking.ask('POST', path, {
            headers: { cookie },
            body: new URLSearchParams({ csrf, password }),
          })
          return this.#isYes('use of a link', status, 303)
        }),
      ),
    )
  }

  /** A change that ends all tokens and joins. Which of them were ended is unknown if it is not answered. */
  async #endAll(send: () => Promise<boolean>): Promise<boolean> {
    const [tokens, joins] = [[...this.tokens], [...this.joins]]
    for (const [token] of tokens) this.tokens.delete(token)
    for (const [serverId] of joins) this.joins.delete(serverId)
    const isYes = await send()
    for (const [token, claim] of tokens) {
      if (isYes) claim.assume('dead')
      this.tokens.set(token, claim)
    }
    for (const [serverId, claim] of joins) {
      if (isYes) claim.assume('taken')
      this.joins.set(serverId, claim)
    }
    return isYes
  }

  #some(random: Random, values: readonly string[]): string | undefined {
    return values.length === 0 ? undefined : random.pick(values)
  }

  #isYes(what: string, status: number, yes = 200): boolean {
    if (status !== yes) this.#scene.asking.fail(`${what}: ${status}`)
    return status === yes
  }
}
