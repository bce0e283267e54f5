import { hash, timingSafeEqual } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'

// phpass, the portable hashes of WordPress ($P$) and phpBB 3 ($H$), which repeat MD5. The thread pool offers no such
// function, so the work is done in slices that let the event loop serve others in between.

const pattern = /^\$[PH]\$([./0-9A-Za-z])([./0-9A-Za-z]{8})([./0-9A-Za-z]{21}[./01])$/
const digits = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** phpass itself rejects other values. */
const log2Rounds = { min: 7, max: 30 }
/** 2^15 rounds take 0.1 s of the event loop, in slices. WordPress uses 2^13, phpBB 2^11. */
const maxLog2Rounds = 15
/** This many rounds take about 0.1 ms. */
const roundsInSlice = 32

const roundsOf = (stored: string): number => digits.indexOf(pattern.exec(stored)?.[1] ?? '')

export function isPhpass(stored: string): boolean {
  const rounds = roundsOf(stored)
  return rounds >= log2Rounds.min && rounds <= log2Rounds.max
}

export const isCostlyPhpass = (stored: string): boolean => roundsOf(stored) > maxLog2Rounds

export async function verifyPhpass(stored: string, password: string): Promise<boolean> {
  const [, , salt = '', key = ''] = pattern.exec(stored) ?? []
  const typed = Buffer.from(password)
  let digest = hash('md5', Buffer.concat([Buffer.from(salt), typed]), 'buffer')
  const input = Buffer.concat([digest, typed])
  for (let left = 2 ** roundsOf(stored); left > 0; left -= roundsInSlice) {
    for (let round = Math.min(left, roundsInSlice); round > 0; round--) {
      digest.copy(input)
      digest = hash('md5', input, 'buffer')
    }
    await nextTurn()
  }
  return timingSafeEqual(digest, decode(key))
}

/** Decodes the 16 bytes that 22 digits stand for, lowest bits first. */
function decode(text: string): Buffer {
  let bits = 0n
  for (let index = 0; index < text.length; index++) {
    bits |= BigInt(digits.indexOf(text.charAt(index))) << BigInt(6 * index)
  }
  return Buffer.from(Uint8Array.from({ length: 16 }, (_, byte) => Number((bits >> BigInt(8 * byte)) & 0xffn)))
}
