// What players do while the operator is at work: they reach the service by its address, through its proxy.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:https'

const host = 'https://accounts.example.org'

interface Answer {
  readonly status: number
  readonly json: any
}

/** One who trusts the authority whose PEM file this is. */
export class Friend {
  readonly #agent: Agent
  #token = ''

  constructor(authority: string) {
    this.#agent = new Agent({ ca: readFileSync(authority), keepAlive: true })
  }

  async signIn(): Promise<void> {
    const credentials = { username: 'Steve', password: 'correct horse', clientToken: 'launcher' }
    const { status, json } = await this.#ask('POST', '/auth/authenticate', credentials)
    assert.equal(status, 200)
    this.#token = json.accessToken
  }

  async join(): Promise<void> {
    const serverId = '-7c9d5b00'
    const join = { accessToken: this.#token, selectedProfile: 'Steve', serverId }
    assert.equal((await this.#ask('POST', '/session/join', join)).status, 200)
    const { status, json } = await this.#ask('GET', `/session/hasJoined?username=Steve&serverId=${serverId}`)
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
      const asked = request(host + path, { method, headers, agent: this.#agent, timeout: 5000 }, (response) => {
        let text = ''
        response.on('data', (chunk: Buffer) => (text += chunk.toString()))
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
