// What players do while the operator is at work.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { Agent as PlainAgent, request as requestPlainly } from 'node:http'
import { Agent, request } from 'node:https'

interface Answer {
  readonly status: number
  readonly json: any
}

export class Friend {
  readonly #address: string
  readonly #agent: PlainAgent
  readonly #request: typeof requestPlainly
  #token = ''

  /** `authority`: the PEM file of the one that he trusts, where the address is of https. */
  constructor(address: string, authority?: string) {
    this.#address = address
    this.#agent = authority
      ? new Agent({ ca: readFileSync(authority), keepAlive: true })
      : new PlainAgent({ keepAlive: true })
    this.#request = authority ? request : requestPlainly
  }

  async signIn(): Promise<void> {
    const credentials = { username: 'Steve', password: 'correct horse', clientToken: 'launcher' }
    const { status, json } = await this.#ask('POST', '/auth/authenticate', credentials)
    assert.equal(status, 200)
    this.#token = json.accessToken
  }

  /** Joins a server, which asks another instance where one is given. */
  async join(instanceOfServer: Friend = this): Promise<void> {
    const serverId = '-7c9d5b00'
    const join = { accessToken: this.#token, selectedProfile: 'Steve', serverId }
    assert.equal((await this.#ask('POST', '/session/join', join)).status, 200)
    const { status, json } = await instanceOfServer.#ask(
      'GET',
      `/session/hasJoined?username=Steve&serverId=${serverId}`,
    )
    assert.equal(status, 200)
    assert.equal(json.name, 'Steve')
    assert.equal(typeof json.properties[0].signature, 'string')
  }

  /** Checks the token again and again until `work` is done. Answers the longest time without a good answer, in ms. */
  async keepPlaying(work: () => Promise<unknown>): Promise<number> {
    let isDone = false
    const working = work().finally(() => (isDone = true))
    let [longest, lastGood] = [0, performance.now()]
    while (!isDone) {
      const status = await this.#ask('POST', '/auth/validate', { accessToken: this.#token }).then(
        (answer) => answer.status,
        () => 0,
      )
      assert.ok([200, 0, 502, 503].includes(status), `a player was told ${status}`)
      const now = performance.now()
      if (status !== 200) continue
      longest = Math.max(longest, now - lastGood)
      lastGood = now
    }
    await working
    return Math.max(longest, performance.now() - lastGood)
  }

  #ask(method: string, path: string, body?: object): Promise<Answer> {
    const headers = body && { 'content-type': 'application/json' }
    return new Promise((resolve, reject) => {
      const options = { method, headers, agent: this.#agent, timeout: 5000 }
      const asked = this.#request(this.#address + path, options, (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
        response.on('end', () => {
          const isJson = response.headers['content-type']?.startsWith('application/json')
          resolve({ status: response.statusCode ?? 0, json: isJson ? JSON.parse(text) : undefined })
        })
      })
      asked.on('error', reject)
      asked.on('timeout', () => asked.destroy(new Error('no answer')))
      asked.end(body && JSON.stringify(body))
    })
  }
}
