import { Worker } from 'node:worker_threads'

/** The time of the processor that a pattern has for one text, and for all together. Usual ones need a hundredth of it. */
const maxCpuMs = { one: 5, all: 50 }
/** The time after which a trial that does not end is given up, however busy the machine is. */
const maxWaitMs = 10_000

/** Names have up to 21 of these characters, so no text is longer. */
const length = 21

/** The states of a trial, in the memory that both threads see. */
const [fast, slow] = [1, 2]

/**
 * Tries patterns, each on its texts. It is run as text, in a thread of its own, because only a thread can be stopped in
 * the middle of a match.
 */
const trial = `
const { workerData: { trials, state, maxCpuMs, fast, slow } } = require('node:worker_threads')
const spent = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
let outcome = fast
for (const { pattern, texts } of trials) {
  // The first matches are slower, since they are compiled.
  for (let time = 0; time < 3; time++) pattern.test('a')
  const began = spent()
  let before = began
  for (const text of texts) {
    pattern.test(text)
    const now = spent()
    if (now - before > maxCpuMs.one || now - began > maxCpuMs.all) outcome = slow
    before = now
    if (outcome === slow) break
  }
  if (outcome === slow) break
}
Atomics.store(state, 0, outcome)
Atomics.notify(state, 0)
`

/** A group with its quantifier is tried by itself, too, since a name may have to begin with something else. */
const maxParts = 20

/** Returns the groups of a pattern that may be repeated, each with what says how often. */
function repeatedGroups(source: string): string[] {
  const found: string[] = []
  const open: number[] = []
  let isInClass = false
  for (let at = 0; at < source.length; at++) {
    const character = source[at]
    if (character === '\\') at++
    else if (isInClass) isInClass = character !== ']'
    else if (character === '[') isInClass = true
    else if (character === '(') open.push(at)
    else if (character === ')') {
      const quantifier = /^(?:[*+]|\{\d+,?\d*\})/.exec(source.slice(at + 1))?.[0]
      const from = open.pop()
      if (quantifier && from !== undefined) found.push(source.slice(from, at + 1) + quantifier)
    }
  }
  return found.slice(0, maxParts)
}

const escaped = /\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|u\{([0-9a-f]+)\})/gi

/** Returns texts that repeat every character and every short piece of a pattern, after its words, with different ends. */
function textsFor(source: string): string[] {
  const plain = source.replaceAll(escaped, (_, ...codes: string[]) =>
    String.fromCodePoint(Math.min(Number.parseInt(codes.find(Boolean) ?? '0', 16), 0x10_ffff)),
  )
  const words = plain.match(/[A-Za-z0-9_.-]+/g) ?? []
  const pieces = new Set<string>(`aA0_.-${words.join('')}`)
  for (const first of 'aA0_.-') for (const second of 'aA0_.-') pieces.add(first + second)
  for (const word of words) {
    for (let at = 0; at < word.length; at++) {
      for (const size of [2, 3, 4]) if (at + size <= word.length) pieces.add(word.slice(at, at + size))
    }
  }
  const begins = ['', ...words].slice(0, 6)
  const ends = ['', '.', '-', '_', '!']
  return begins.flatMap((begin) =>
    Array.from(pieces)
      .slice(0, 300)
      .flatMap((piece) =>
        ends.map((end) => (begin + piece.repeat(length)).slice(0, length - end.length) + end),
      ),
  )
}

function trialsOf(pattern: RegExp): { pattern: RegExp; texts: string[] }[] {
  return [pattern.source, ...repeatedGroups(pattern.source).map((part) => `^(?:${part})$`)].flatMap(
    (source) => {
      try {
        return [{ pattern: new RegExp(source, pattern.flags), texts: textsFor(source) }]
      } catch {
        // It refers to another group.
        return []
      }
    },
  )
}

function begin(pattern: RegExp): { state: Int32Array<SharedArrayBuffer>; worker: Worker } {
  const state = new Int32Array(new SharedArrayBuffer(4))
  const workerData = { trials: trialsOf(pattern), state, maxCpuMs, fast, slow }
  const worker = new Worker(trial, { eval: true, workerData, stdin: false, env: {}, execArgv: [] })
  return { state, worker }
}

/** Returns true if a name exists that takes a pattern long to try, so that strangers could stop the process with it. */
export async function isSlowPattern(pattern: RegExp): Promise<boolean> {
  const { state, worker } = begin(pattern)
  const timer = setTimeout(() => void worker.terminate(), maxWaitMs)
  await new Promise((ended) => worker.on('error', ended).on('exit', ended))
  clearTimeout(timer)
  return Atomics.load(state, 0) !== fast
}

/** Does the same for a process that has nothing else to do meanwhile, since it reads its settings. */
export function isSlowPatternSync(pattern: RegExp): boolean {
  const { state, worker } = begin(pattern)
  worker.on('error', () => undefined).unref()
  Atomics.wait(state, 0, 0, maxWaitMs)
  void worker.terminate()
  return Atomics.load(state, 0) !== fast
}
