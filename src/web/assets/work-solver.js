// Finds the number whose SHA-256 (FIPS 180-4) with the salt is the challenge. It is written by hand because
// crypto.subtle does not exist under plain http, and calling it takes longer than hashing so short a text.
const primes = []
for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime)) primes.push(n)
const fraction = (root) => (root - Math.floor(root)) * 2 ** 32
const constants = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)) | 0)
const start = Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)) | 0)

const schedule = new Int32Array(64)
const state = new Int32Array(8)

addEventListener('message', ({ data: { challenge, salt, maxnumber } }) => {
  const wanted = challenge.match(/.{8}/g).map((word) => Number.parseInt(word, 16) | 0)
  for (let number = 0; number <= maxnumber; number++) {
    hash(salt + number)
    if (wanted.every((word, index) => word === state[index])) return postMessage(number)
  }
  postMessage(undefined)
})

/** Hashes an ASCII text; the digest is then in `state`. */
function hash(text) {
  const blocks = (text.length + 9 + 63) >> 6
  state.set(start)
  for (let block = 0; block < blocks; block++) {
    schedule.fill(0, 0, 16)
    for (let at = block * 64; at < Math.min(text.length, block * 64 + 64); at++)
      schedule[(at >> 2) & 15] |= text.charCodeAt(at) << (24 - (at & 3) * 8)
    if (text.length >> 6 === block) schedule[(text.length >> 2) & 15] |= 0x80 << (24 - (text.length & 3) * 8)
    if (block === blocks - 1) schedule[15] = text.length * 8
    mix()
  }
}

const turn = (word, by) => (word >>> by) | (word << (32 - by))

function mix() {
  for (let i = 16; i < 64; i++) {
    const x = schedule[i - 15]
    const y = schedule[i - 2]
    const s0 = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)
    const s1 = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10)
    schedule[i] = (schedule[i - 16] + s0 + schedule[i - 7] + s1) | 0
  }
  let a = state[0]
  let b = state[1]
  let c = state[2]
  let d = state[3]
  let e = state[4]
  let f = state[5]
  let g = state[6]
  let h = state[7]
  for (let i = 0; i < 64; i++) {
    const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + constants[i] + schedule[i]) | 0
    const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + t1) | 0
    d = c
    c = b
    b = a
    a = (t1 + t2) | 0
  }
  state[0] += a
  state[1] += b
  state[2] += c
  state[3] += d
  state[4] += e
  state[5] += f
  state[6] += g
  state[7] += h
}
