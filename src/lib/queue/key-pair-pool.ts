import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import { type Asker, FairGate, type LineLimits, processAsker } from './fair-gate.ts'

/** An RSA key pair in DER. */
export interface KeyPair {
  /** The public key as SubjectPublicKeyInfo. */
  publicKey: Buffer
  /** The private key as PKCS #8. */
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
 * Generates RSA key pairs of 2048 bits in advance, because each takes a tenth of a second of one core. From the first
 * `take` on, pairs are generated one after another, so that they never occupy more than one thread of the pool.
 */
export class KeyPairPool {
  readonly #size: number
  readonly #newKeyPair: () => Promise<KeyPair>
  readonly #gate: FairGate
  readonly #ready: KeyPair[] = []
  #isFilling = false
  #isClosed = false

  /** `size` is the number of pairs kept ready. `waiting` limits how many callers may wait for one more. */
  constructor(size: number, waiting: LineLimits, newKeyPair = generateKeyPair2048) {
    this.#size = size
    this.#newKeyPair = newKeyPair
    this.#gate = new FairGate(() => 1, waiting)
  }

  /** Returns a pair that no other caller gets. Throws GateFull if too many callers are already waiting. */
  async take(asker: Asker): Promise<KeyPair> {
    try {
      // A pair may have become ready while this caller waited.
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
        await this.#gate.run(processAsker, async () => {
          this.#ready.push(await this.#newKeyPair())
        })
      }
    } catch {
      // If the queue is full or generating failed, the next `take` starts again and meets the failure itself.
    } finally {
      this.#isFilling = false
    }
  }
}
