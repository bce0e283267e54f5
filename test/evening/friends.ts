// What players do while the operator works.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { Agent as PlainAgent, request as requestPlainly } from 'node:http'
import { Agent, request } from 'node:https'

const password = 'correct horse'

interface Answer {
  readonly status: number
  readonly json: any
  readonly text: string
  /** The value of the Cookie header. */
  readonly cookies: string
}

export class Friend {
  readonly #address: string
  readonly #agent: PlainAgent
  readonly #request: typeof requestPlainly
  readonly #name: string
  #token = ''

  /** `authority`: the PEM file of the authority that they trust, if the address uses https. */
  constructor(address: string, authority?: string, name = 'Steve') {
    this.#address = address
    this.#name = name
    this.#agent = authority
      ? new Agent({ ca: readFileSync(authority), keepAlive: true })
      : new PlainAgent({ keepAlive: true })
    this.#request = authority ? request : requestPlainly
  }

  /** Opens the link of an invite in a browser, and registers. */
  async register(link: string): Promise<void> {
    const path = link.slice(this.#address.length)
    const page = await this.#ask('GET', path)
    const hidden = (name: string) =>
      new RegExp(`name="${name}"[^>]* value="([^"]*)"`).exec(page.text)?.[1] ?? ''
    const form = {
      csrf: hidden('csrf'),
      invite: hidden('invite'),
      username: this.#name,
      email: `${this.#name}@example.org`,
      password,
    }
    const answer = await this.#ask('POST', '/register', new URLSearchParams(form), page.cookies)
    assert.equal(answer.status, 303, answer.text)
  }

  async signIn(): Promise<void> {
    const credentials = { username: this.#name, password, clientToken: 'launcher' }
    const { status, json } = await this.#ask('POST', '/auth/authenticate', credentials)
    assert.equal(status, 200)
    this.#token = json.accessToken
  }

  /** Joins a server, which asks another instance if one is given. */
  async join(instanceOfServer: Friend = this): Promise<void> {
    const serverId = '-7c9d5b00'
    const join = { accessToken: this.#token, selectedProfile: this.#name, serverId }
    assert.equal((await this.#ask('POST', '/session/join', join)).status, 200)
    const { status, json } = await instanceOfServer.#ask(
      'GET',
      `/session/hasJoined?username=${this.#name}&serverId=${serverId}`,
    )
    assert.equal(status, 200)
    assert.equal(json.name, this.#name)
    assert.equal(typeof json.properties[0].signature, 'string')
  }

  /** Joins a server that has a root of its own. Answers whether it lets them in. */
  async joinBelow(root: string): Promise<boolean> {
    const serverId = '-7c9d5b00'
    const join = { accessToken: this.#token, selectedProfile: this.#name, serverId }
    assert.equal((await this.#ask('POST', '/session/join', join)).status, 200)
    const path = `${root.slice(this.#address.length)}/session/hasJoined`
    const { status } = await this.#ask('GET', `${path}?username=${this.#name}&serverId=${serverId}`)
    assert.ok([200, 401].includes(status), `the server got ${status}`)
    return status === 200
  }

  /** Checks the token repeatedly until `work` is done. Returns the longest time without a good answer, in ms. */
  async keepPlaying(work: () => Promise<unknown>): Promise<number> {
    let isDone = false
    const working = work().finally(() => (isDone = true))
    let [longest, lastGood] = [0, performance.now()]
    while (!isDone) {
      const status = await this.#ask('POST', '/auth/validate', { accessToken: this.#token }).then(
        (answer) => answer.status,
        () => 0,
      )
      assert.ok([200, 0, 502, 503].includes(status), `a player got ${status}`)
      const now = performance.now()
      if (status !== 200) continue
      longest = Math.max(longest, now - lastGood)
      lastGood = now
    }
    await working
    return Math.max(longest, performance.now() - lastGood)
  }

  /** A body is JSON, or a form. */
  #ask(method: string, path: string, body?: object, cookie = ''): Promise<Answer> {
    const isForm = body instanceof URLSearchParams
    const kind = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
    const headers = { ...(body && { 'content-type': kind }), ...(cookie && { cookie }) }
    return new Promise((resolve, reject) => {
      const options = { method, headers, agent: this.#agent, timeout: 5000 }
      const asked = this.#request(this.#address + path, options, (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
        response.on('end', () => {
          const isJson = response.headers['content-type']?.startsWith('application/json')
          const cookies = (response.headers['set-cookie'] ?? []).map((set) => set.split(';', 1)[0]).join('; ')
          const json = isJson ? JSON.parse(text) : undefined
          resolve({ status: response.statusCode ?? 0, json, text, cookies })
        })
      })
      asked.on('error', reject)
      asked.on('timeout', () => asked.destroy(new Error('no answer')))
      asked.end(body && (isForm ? body.toString() : JSON.stringify(body)))
    })
  }
}
