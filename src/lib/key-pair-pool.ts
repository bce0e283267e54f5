import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import { GateFull } from './gate.ts'

/** An RSA key pair in DER. */
export interface KeyPair {
  /** SubjectPublicKeyInfo. */
  publicKey: Buffer
  /** PKCS #8. */
  privateKey: Buffer
}

const generate = promisify(generateKeyPair)

const newKeyPair = (): Promise<KeyPair> =>
  generate('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
  })

interface Waiter {
  resolve: (pair: KeyPair) => void
  reject: (error: unknown) => void
}

/**
 * Key pairs of 2048 bits, made ahead of time: each takes a tenth of a second of one core. They are made one
 * after another on the thread pool, where they never take more than one place, from the first `take` on.
 */
export class KeyPairPool {
  readonly #size: number
  readonly #mostWaiting: number
  readonly #ready: KeyPair[] = []
  readonly #waiting: Waiter[] = []
  #isMaking = false
  #isClosed = false

  constructor(size: number, mostWaiting: number) {
    this.#size = size
    this.#mostWaiting = mostWaiting
  }

  /** A pair that nobody else gets. Throws GateFull where too many wait for one already. */
  async take(): Promise<KeyPair> {
    const pair = this.#ready.pop()
    if (!pair && this.#waiting.length >= this.#mostWaiting) throw new GateFull()
    const taken = pair ?? new Promise<KeyPair>((resolve, reject) => this.#waiting.push({ resolve, reject }))
    void this.#fill()
    return taken
  }

  close(): void {
    this.#isClosed = true
  }

  async #fill(): Promise<void> {
    if (this.#isMaking) return
    this.#isMaking = true
    try {
      while (this.#waiting.length > 0 || (this.#ready.length < this.#size && !this.#isClosed)) {
        const pair = await newKeyPair()
        const next = this.#waiting.shift()
        if (next) next.resolve(pair)
        else this.#ready.push(pair)
      }
    } catch (error) {
      for (const { reject } of this.#waiting.splice(0)) reject(error)
    } finally {
      this.#isMaking = false
    }
  }
}
