import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import { type Asker, FairGate, type LineLimits, ownWork } from './fair-gate.ts'

/** An RSA key pair in DER. */
export interface KeyPair {
  /** SubjectPublicKeyInfo. */
  publicKey: Buffer
  /** PKCS #8. */
  privateKey: Buffer
}

const generate = promisify(generateKeyPair)

const generateKeyPair2048 = (): Promise<KeyPair> =>
  generate('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
  })

/**
 * Key pairs of 2048 bits, made ahead of time: each takes a tenth of a second of one core. They are made one
 * after another, so that they never take more than one thread of the pool, from the first `take` on.
 */
export class KeyPairPool {
  readonly #size: number
  readonly #newKeyPair: () => Promise<KeyPair>
  readonly #gate: FairGate
  readonly #ready: KeyPair[] = []
  #isFilling = false
  #isClosed = false

  /** `size` pairs are held ready; `maxWaiting` callers may wait for one more. */
  constructor(size: number, waiting: LineLimits, newKeyPair = generateKeyPair2048) {
    this.#size = size
    this.#newKeyPair = newKeyPair
    this.#gate = new FairGate(() => 1, waiting)
  }

  /** A pair that nobody else gets. Throws GateFull where too many wait for one already. */
  async take(asker: Asker): Promise<KeyPair> {
    try {
      // Looked for again inside: one may have been made ready while this caller waited.
      return (
        this.#ready.pop() ??
        (await this.#gate.run(asker, async () => this.#ready.pop() ?? (await this.#newKeyPair())))
      )
    } finally {
      void this.#fill()
    }
  }

  close(): void {
    this.#isClosed = true
  }

  async #fill(): Promise<void> {
    if (this.#isFilling) return
    this.#isFilling = true
    try {
      while (this.#ready.length < this.#size && !this.#isClosed) {
        await this.#gate.run(ownWork, async () => {
          this.#ready.push(await this.#newKeyPair())
        })
      }
    } catch {
      // A full queue, or a failure that the next caller meets itself: the next `take` starts again.
    } finally {
      this.#isFilling = false
    }
  }
}
